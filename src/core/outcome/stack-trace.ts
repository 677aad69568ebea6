/** A place in a file of a program as languages print it: `app.py", line 12`, `Quay.java:12`, `Kernel.php(169)`; or a thread. */
const FRAME =
  /\.(?:[cm]?[jt]sx?|java|kt|scala|py|rb|php|go|cs|vb|rs|exs?|p[lm])(?::|\(|", line |:line )\d|#\d{1,3} \{main\}|goroutine \d/gi;
/** What is printed above the places. */
const HEADER = /traceback \(most recent call last|[a-z](?:exception|error)\b|panic:/i;

/** Whether code is what a program printed as it failed: two places in its files, or one below what failed. */
export function isTrace(code: string): boolean {
  const frames = code.match(FRAME)?.length ?? 0;
  return frames > 1 || (frames === 1 && HEADER.test(code));
}
