/** How long the last page waits for its next part, in milliseconds: a model reads a part in less. */
const KEPT_MS = 60_000;

/** The last page of this thread that was given in parts and has more. */
export class OpenWalk<Page> {
  #last: { readonly name: string; readonly digest: string; readonly page: Page } | null = null;
  #end: NodeJS.Timeout | undefined;

  /** The page when it is the last one, and its content has the digest. */
  find(name: string, digest: string | undefined): Page | null {
    const last = this.#last;
    return last !== null && last.name === name && last.digest === digest ? last.page : null;
  }

  /** Keeps a page in place of the last one, until no part was asked for in a minute. */
  keep(name: string, digest: string, page: Page): void {
    this.#last = { name, digest, page };
    clearTimeout(this.#end);
    this.#end = setTimeout(() => {
      this.#last = null;
    }, KEPT_MS).unref();
  }
}
