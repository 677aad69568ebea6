import type { ConvertInput } from '../client/index.ts';

/** A piece of code that makes the same request elsewhere. */
interface Snippet {
  readonly id: 'curl' | 'typescript' | 'python' | 'mcp';
  readonly title: string;
  readonly code: string;
}

/**
 * The request as code. The key is read from the environment variable `PAGEMARK_KEY`, so that a copied example carries
 * no secret.
 */
export function snippetsOf(baseUrl: string, input: ConvertInput): readonly Snippet[] {
  return [
    { id: 'curl', title: 'curl', code: curl(baseUrl, input) },
    { id: 'typescript', title: 'TypeScript', code: typescript(baseUrl, input) },
    { id: 'python', title: 'Python', code: python(baseUrl, input) },
    { id: 'mcp', title: 'MCP', code: mcp(baseUrl) },
  ];
}

/** HTML is read from the file `page.html`: a page does not fit into a line of code. */
const HTML_FILE = 'page.html';

function curl(baseUrl: string, { html, ...input }: ConvertInput): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const body = JSON.stringify(input, null, 2);
  const [before, data] =
    html === undefined
      ? ['', quoted(body)]
      : [`jq -Rs ${quoted(`${body} + {html: .}`)} ${HTML_FILE} |\n`, '@-'];
  return `${before}curl -s '${baseUrl}/v1/convert' \\
  -H "Authorization: Bearer $PAGEMARK_KEY" \\
  -H 'Content-Type: application/json' \\
  -H 'Accept: text/markdown' \\
  -d ${data}`;
}

function typescript(baseUrl: string, { html, ...input }: ConvertInput): string {
  const [load, field] =
    html === undefined
      ? ['', '']
      : [
          `import { readFile } from 'node:fs/promises';\n`,
          `,\n  "html": await readFile('${HTML_FILE}', 'utf8')\n}`,
        ];
  const body = JSON.stringify(input, null, 2);
  return `${load}import { createClient } from 'pagemark/client';

const client = createClient({
  baseUrl: '${baseUrl}',
  apiKey: process.env.PAGEMARK_KEY,
});

const page = await client.convert(${field === '' ? body : body.replace(/\n\}$/, field)});
console.log(page.content);`;
}

/** JSON is Python but for three words, which stand outside of strings only as whole values. */
function python(baseUrl: string, { html, ...input }: ConvertInput): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  const literal = JSON.stringify(input, null, 4).replace(
    // linear: every string of JSON ends.
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (piece) => words[piece] ?? piece,
  );
  const load = html === undefined ? '' : `body["html"] = open("${HTML_FILE}", encoding="utf-8").read()\n`;
  return `import json, os, urllib.request

body = ${literal}
${load}request = urllib.request.Request(
    "${baseUrl}/v1/convert",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["PAGEMARK_KEY"],
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as answer:
    print(json.load(answer)["data"]["content"])`;
}

function mcp(baseUrl: string): string {
  const server = { type: 'http', url: `${baseUrl}/mcp`, headers: { Authorization: 'Bearer YOUR_API_KEY' } };
  return JSON.stringify({ mcpServers: { pagemark: server } }, null, 2);
}
