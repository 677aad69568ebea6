/** Longest line, and longest answer that is no event stream, which a provider may send, in bytes. */
export const MAX_PROVIDER_LINE_BYTES = 1024 * 1024;
/** Everything one provider call may send, framing and hidden reasoning included, in bytes. */
export const MAX_PROVIDER_WIRE_BYTES = 32 * 1024 * 1024;

/** The provider sent more than it may; what it sent is not kept. */
export class ProviderTooLargeError extends Error {
  override readonly name = 'ProviderTooLargeError';
}

/**
 * The global `fetch` for provider calls, with two differences: redirects are errors (a key in `x-api-key` would
 * follow them to another host), and the answer is counted as it arrives, so that no provider can fill the memory
 * with an endless line, error page or stream.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  const isEvents = response.ok && /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
  const body = response.body.pipeThrough(byteCounter(isEvents));
  return new Response(body, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
};

function byteCounter(isEvents: boolean): TransformStream<Uint8Array, Uint8Array> {
  let totalBytes = 0;
  let lineBytes = 0;
  const maxBytes = isEvents ? MAX_PROVIDER_WIRE_BYTES : MAX_PROVIDER_LINE_BYTES;
  return new TransformStream({
    transform(chunk, controller) {
      totalBytes += chunk.byteLength;
      const newline = chunk.lastIndexOf(0x0a);
      lineBytes = newline === -1 ? lineBytes + chunk.byteLength : chunk.byteLength - newline - 1;
      if (totalBytes > maxBytes || lineBytes > MAX_PROVIDER_LINE_BYTES) {
        controller.error(
          new ProviderTooLargeError(`provider sent more than ${maxBytes} bytes, or an endless line`),
        );
        return;
      }
      controller.enqueue(chunk);
    },
  });
}
