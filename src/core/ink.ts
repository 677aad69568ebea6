/** How many characters (UTF-16 code units) of a text are neither ASCII controls and spaces nor no-break spaces. */
export function inkOf(text: string): number {
  let ink = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 32 && unit !== 0xa0) ink++;
  }
  return ink;
}
