/** Whether a path is that of a site's front page: `/`, `/index.html` and its like. */
export function isFrontPath(path: string): boolean {
  return /^\/(?:index\.\w{2,5})?$/.test(path);
}
