/** Text of a page by lines as readers marked them, from the first. */
export function linesOf(html: string): string[];
