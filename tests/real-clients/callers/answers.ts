/** What a caller got through a generated client. */
export interface Answers {
  readonly content: string;
  /** Title of the page, which is there when `include_metadata` is. */
  readonly title: string | undefined;
  readonly plan: string;
  /** Of a page that is not there. */
  readonly failure: { readonly status: number; readonly code: number | string; readonly reason: string };
}

export type Converse = (baseUrl: string, key: string, site: string) => Promise<Answers>;
