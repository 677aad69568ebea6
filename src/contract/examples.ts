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

export const ERROR_EXAMPLES = [
  {
    status: 'error',
    error: {
      code: 401,
      message: 'Send "Authorization: Bearer <API_KEY>": the header is missing.',
      reason: 'unauthorized',
    },
  },
  {
    status: 'error',
    error: {
      code: 404,
      message: 'Request another address: there is nothing at "/v1/none".',
      reason: 'not_found',
    },
  },
];

export const AI_REQUEST_EXAMPLES = [
  { markdown: '# Title\n\nA first sentence. A second one.', template: 'summarize' },
  { markdown: '# Title\n\nA first sentence. A second one.', custom_prompt: 'What comes second?' },
];

export const AI_EVENT_EXAMPLES = [
  { type: 'delta', text: '- A second one.' },
  {
    type: 'done',
    finish_reason: 'stop',
    model: 'extractive',
    method: 'selected',
    usage: { input_tokens: 0, output_tokens: 0 },
    ai_calls_used: 1,
    ai_calls_limit: 1000,
  },
];

export const LICENSE_REQUEST_EXAMPLES = [{ key: 'pml_an-unknown-key' }];

export const LICENSE_RESPONSE_EXAMPLES = [
  {
    valid: true,
    expires_at: '2126-01-01T00:00:00Z',
    tier: 'pro',
    ai_calls_used: 0,
    ai_calls_limit: 1000,
  },
  { valid: false },
];

export const USAGE_EXAMPLES = [
  {
    plan: 'growth',
    minute: { limit: 200, remaining: 200, reset_s: 0 },
    hour: { limit: 2000, remaining: 2000, reset_s: 0 },
    credits: 0,
  },
];

export const READY_EXAMPLES = [{ status: 'ready', store: true, workers: true, draining: false }];

export const MCP_REQUEST_EXAMPLES = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'webpage_to_markdown', arguments: { url: 'https://example.com/' } },
  },
];
