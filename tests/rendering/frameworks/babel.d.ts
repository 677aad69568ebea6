// What is used of Babel here; it ships no types.
declare module '@babel/core' {
  export function transformAsync(
    source: string,
    options: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly code: string }>;
}
declare module 'babel-preset-solid' {
  const preset: unknown;
  export default preset;
}
