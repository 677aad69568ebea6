import { TARGET_ROUTE } from './page-target.ts';
import { FILE_ROUTE } from './route-statuses.table.ts';

/** A header field that answers tell something in, for the description and for pages of other origins. */
interface AnswerHeader {
  readonly name: string;
  /** Its name in the description where another of the name differs; default: the name. */
  readonly component?: string;
  readonly description: string;
  readonly type?: 'integer';
  /** Every answer that `on` names has it. */
  readonly required?: true;
  /** Whether an answer of a route with a status may have it; absent for one of routes that are not described. */
  readonly on?: (route: string, status: number) => boolean;
}

/** Routes that count requests of a plan, and the one that tells of them. */
const METERED = ['/v1/convert', FILE_ROUTE, TARGET_ROUTE, '/mcp', '/v1/usage'];
const always = () => true;
const isMetered = (route: string, status: number) => METERED.includes(route) && status !== 401;
const isPage = (route: string, status: number) =>
  (['/v1/convert', FILE_ROUTE].includes(route) && status === 200) || (route === TARGET_ROUTE && status < 400);
const isStatus =
  (...statuses: readonly number[]) =>
  (_route: string, status: number) =>
    statuses.includes(status);

/** What the built-in AI provider cannot do, it can at no time. */
const isAiUnavailable = (route: string, status: number) => route === '/v1/ai' && status === 503;

/** What the metadata of a page is called where its content is sent bare. */
const METADATA = ['Title', 'Byline', 'Excerpt', 'SiteName', 'Length', 'Dir'].map(
  (field): AnswerHeader => ({
    name: `X-Pagemark-${field}`,
    description: 'Metadata beside the bare content, percent-encoded.',
    on: isPage,
  }),
);

export const ANSWER_HEADERS: readonly AnswerHeader[] = [
  {
    name: 'X-Request-Id',
    description: 'Yours, if you sent one that is fit, else a new one.',
    required: true,
    on: always,
  },
  {
    name: 'X-Pagemark-Engine',
    description: 'Version of the conversion engine.',
    required: true,
    on: always,
  },
  {
    name: 'RateLimit-Policy',
    description: 'Both windows of the plan: `q` requests in `w` seconds.',
    on: isMetered,
  },
  {
    name: 'RateLimit',
    description: 'Both windows: `r` requests are left, `t` seconds until there are more.',
    on: isMetered,
  },
  {
    name: 'Retry-After',
    description: 'Seconds after which the same call succeeds.',
    type: 'integer',
    required: true,
    on: (route, status) => isStatus(429, 503)(route, status) && !isAiUnavailable(route, status),
  },
  {
    name: 'Retry-After',
    component: 'Retry-After-If-Any',
    description: 'Seconds after which the same call succeeds; none where no wait helps.',
    type: 'integer',
    on: isAiUnavailable,
  },
  {
    name: 'WWW-Authenticate',
    description: 'The credential that is wanted.',
    required: true,
    on: isStatus(401),
  },
  { name: 'Allow', description: 'The methods of the address.', required: true, on: isStatus(405) },
  {
    name: 'ETag',
    description: 'Digest of content, options and engine, and the coding.',
    required: true,
    on: isPage,
  },
  { name: 'Age', description: 'Seconds since the page was fetched.', type: 'integer', on: isPage },
  {
    name: 'Cache-Status',
    description: 'What the stores of snapshots and of results did for the answer (RFC 9211).',
    on: isPage,
  },
  {
    name: 'X-Pagemark-Tokens',
    description: 'Estimated tokens of the content.',
    type: 'integer',
    required: true,
    on: isPage,
  },
  {
    name: 'X-Markdown-Tokens',
    description: 'The same under the name that other services use.',
    type: 'integer',
    required: true,
    on: isPage,
  },
  {
    name: 'X-Pagemark-Not-Done',
    description: "Fields of another product's interface that changed nothing, percent-encoded.",
    on: (route, status) => route === TARGET_ROUTE && status === 200,
  },
  {
    name: 'X-Pagemark-Failed',
    description: 'Pages of a list that are not in the answer, each with its reason, percent-encoded.',
  },
  {
    name: 'X-Pagemark-Warnings',
    description:
      'Fields of the body that are not known, a sentence each, percent-encoded, with commas between.',
    on: (route, status) => ['/v1/convert', '/v1/ai'].includes(route) && status !== 401,
  },
  {
    name: 'X-Pagemark-Next-Cursor',
    description: 'The next part, beside the bare content.',
    on: isPage,
  },
  {
    name: 'X-Pagemark-Repeated',
    description: 'Bytes at the start and the end of a bare part that are repeated.',
    on: isPage,
  },
  {
    name: 'X-Pagemark-Outcome',
    description: 'What became of the page, beside the bare content, when `strict` is false.',
    on: isPage,
  },
  {
    name: 'Content-Location',
    description: 'Final address of the page, beside the bare content.',
    on: isPage,
  },
  ...METADATA,
  {
    name: 'MCP-Session-Id',
    description: 'To be repeated, so that `notifications/cancelled` finds the call it means.',
    on: (route, status) => route === '/mcp' && status === 200,
  },
  {
    name: 'X-Pagemark-AI-Model',
    description: 'The model that answers, percent-encoded.',
    on: (route, status) => route === '/v1/ai' && status === 200,
  },
];
