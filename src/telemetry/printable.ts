/**
 * Text in which controls but tab and line feed are spelt out, as `\u001b`: names of files, addresses and messages of others
 * carry escape sequences, which would command the terminal. In JSON it is the same string.
 */
export function printable(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
