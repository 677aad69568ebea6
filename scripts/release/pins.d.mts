export interface Taken {
  readonly kind: 'action' | 'image';
  readonly reference: string;
  readonly isPinned: boolean;
}
export function takenFrom(text: string): Taken[];
export function pinned(
  text: string,
  lookUp: (kind: Taken['kind'], reference: string) => Promise<string> | string,
): Promise<string>;
