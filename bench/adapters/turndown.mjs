import TurndownService from 'turndown';
import { gfm } from 'turndown-plugin-gfm';

/** Turndown as the guides of Readability pair it: headings with #, fenced code, the GFM plugin. */
export const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
turndown.use(gfm);
