interface Transferable extends ArrayBuffer {
  transferToFixedLength?(length?: number): ArrayBuffer;
}

/**
 * Gives Node 20 the two built-ins that PDF.js calls without asking for them, so that every version of Node reads a
 * PDF alike: `ArrayBuffer.prototype.transferToFixedLength` (ECMAScript 2024) and `URL.parse` (WHATWG URL).
 */
export function addNewerBuiltIns(): void {
  const buffers: Transferable = ArrayBuffer.prototype;
  if (buffers.transferToFixedLength === undefined) {
    define(buffers, 'transferToFixedLength', function (this: ArrayBuffer, length = this.byteLength) {
      const moved = new ArrayBuffer(length);
      new Uint8Array(moved).set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
      return moved;
    });
  }
  if (!('parse' in URL)) {
    define(URL, 'parse', (address: string, base?: string) => {
      try {
        return new URL(address, base);
      } catch {
        return null;
      }
    });
  }
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}
