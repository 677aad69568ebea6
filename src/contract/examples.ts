/**
 * Requests and answers that the machine-readable description shows. A test sends every request and compares every
 * answer, so none of them can go stale.
 */
const HARBOUR_URL = 'https://example.com/harbour';
const HARBOUR_HTML =
  '<title>The harbour</title><nav><a href="/">Home</a></nav><article><h1>The harbour</h1><p>Boats bring <a href="/fish">fish</a> to the old harbour every morning, and the market opens at seven.</p></article>';
const HARBOUR_LINE = 'fish to the old harbour every morning, and the market opens at seven.';

const HARBOUR_METADATA = {
  title: 'The harbour',
  byline: null,
  excerpt: `Boats bring ${HARBOUR_LINE}`,
  siteName: null,
  length: 94,
  dir: null,
  url: HARBOUR_URL,
};

export const CONVERT_REQUEST_EXAMPLES = [
  { url: 'https://example.com/' },
  { url: HARBOUR_URL, html: HARBOUR_HTML, include_metadata: true },
  { url: HARBOUR_URL, html: HARBOUR_HTML, response_format: 'text' },
];

export const CONVERT_RESPONSE_EXAMPLES = [
  {
    status: 'success',
    data: {
      content: `# The harbour\n\nBoats bring [fish](https://example.com/fish) ${HARBOUR_LINE.slice(5)}`,
      metadata: HARBOUR_METADATA,
    },
  },
  { status: 'success', data: { content: `The harbour\n\nBoats bring ${HARBOUR_LINE}` } },
];
