/** Value of `--name VALUE` on the command line. */
export function option(name, fallback) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
}

/** Whether `--name` is on the command line. */
export function flag(name) {
  return process.argv.includes(`--${name}`);
}
