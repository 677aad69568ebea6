/** Options of a conversion; the camelCase of the HTTP names. Defaults give exactly the contract. */
export interface ConvertOptions {
  /** Final URL of the page, absolute: base of relative links and part of the metadata. */
  readonly url?: string;
  /** Content-Type header of the page, for its charset; bytes only. */
  readonly contentType?: string;
  /** `main` (default): the main content. `full`: the whole visible page. */
  readonly scope?: 'main' | 'full';
  /** `inline` (default), `reference` (definitions at the end), `none` (link text only). */
  readonly links?: 'inline' | 'reference' | 'none';
  /** Write the titles of links and pictures, which browsers show as tooltips; false by default. */
  readonly linkTitles?: boolean;
  /** Links within the page: `absolute` (default), with its address, or `relative`, as `#fragment`. */
  readonly samePageLinks?: 'absolute' | 'relative';
  /** `keep` (default), `alt` (alternative text only), `none`. */
  readonly images?: 'keep' | 'alt' | 'none';
  /** Put YAML front matter ahead of the Markdown. */
  readonly frontmatter?: boolean;
  /** CSS selectors: only what they match is content. */
  readonly includeSelectors?: readonly string[];
  /** CSS selectors: what they match is never content. */
  readonly excludeSelectors?: readonly string[];
  /** Cut the Markdown into `parts` of at most this many estimated tokens, 50 to 1,000,000; 0 counts as not given. */
  readonly maxTokens?: number;
}

/** The seven metadata fields of the contract. */
export interface Metadata {
  readonly title: string;
  readonly byline: string | null;
  readonly excerpt: string | null;
  readonly siteName: string | null;
  /** Unicode code points of the plain-text content. */
  readonly length: number;
  readonly dir: string | null;
  readonly url: string;
}
