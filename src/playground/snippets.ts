import type { ConvertInput } from '../client/index.ts';
import { MCP_CLIENTS, mcpServer } from '../contract/mcp-clients.ts';
import { curlOf, quoted, type ShownRequest } from '../site/curl.ts';

/**
 * The request as code for elsewhere, each piece with the language that its colours follow; of a file `fileName` that the caller
 * sends, what takes one. The key is read from the environment variable `PAGEMARK_KEY`, so that a copied example carries no secret.
 */
export function snippetsOf(baseUrl: string, input: ConvertInput, fileName?: string) {
  const cli = { title: 'Command line, in a clone', language: 'sh', code: commandLine(input, fileName) };
  if (fileName !== undefined)
    return [{ title: 'curl', language: 'sh', code: curlFile(baseUrl, input, fileName) }, cli];
  return [
    { title: 'curl', language: 'sh', code: curl(baseUrl, input) },
    { title: 'TypeScript', language: 'ts', code: typescript(baseUrl, input) },
    { title: 'Python', language: 'python', code: python(baseUrl, input) },
    cli,
    { title: 'MCP', language: 'json', code: mcp(baseUrl) },
  ];
}

/** HTML is read from the file `page.html`: a page does not fit into a line of code. */
const HTML_FILE = 'page.html';

function curlFile(baseUrl: string, input: ConvertInput, fileName: string): string {
  const query = new URLSearchParams({ filename: fileName });
  for (const [name, value] of Object.entries(input))
    for (const one of [value].flat()) if (one !== '') query.append(name, String(one));
  const sent = { body: null, file: fileName };
  return posted(`${baseUrl}/v1/convert/file?${query}`, 'application/octet-stream', sent);
}

const posted = (address: string, type: string, sent: Pick<ShownRequest, 'body' | 'file'>): string =>
  curlOf({
    method: 'POST',
    address,
    headers: {
      Authorization: 'Bearer $PAGEMARK_KEY',
      'Content-Type': type,
      Accept: 'text/markdown',
    },
    isStream: false,
    ...sent,
  });

/** Fields of the request whose option of the command line has another name. */
const OPTION_NAMES: Readonly<Record<string, string>> = {
  include_selectors: 'include',
  exclude_selectors: 'exclude',
  timeout_ms: 'timeout',
};

function commandLine({ url, html, ...options }: ConvertInput, fileName?: string): string {
  const file = html === undefined ? fileName : HTML_FILE;
  const words = Object.entries({ ...(file === undefined || url === '' ? {} : { url }), ...options }).flatMap(
    ([name, value]) => {
      const option = `--${OPTION_NAMES[name] ?? name.replaceAll('_', '-')}`;
      // On unless it is switched off.
      if (name === 'strict') return value === true ? [] : ['--no-strict'];
      if (typeof value === 'boolean') return value ? [option] : [];
      return [value].flat().map((one) => `${option} ${quoted(String(one))}`);
    },
  );
  return ['node dist/cli/main.js convert', quoted(file ?? url), ...words].join(' ');
}

function curl(baseUrl: string, { html, ...input }: ConvertInput): string {
  const json = JSON.stringify(input, null, 2);
  const body = html === undefined ? json : '@-';
  const call = posted(`${baseUrl}/v1/convert`, 'application/json', { body });
  return html === undefined ? call : `jq -Rs ${quoted(`${json} + {html: .}`)} ${HTML_FILE} |\n${call}`;
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
  const { generic } = MCP_CLIENTS;
  return JSON.stringify({ [generic.under]: { pagemark: mcpServer(generic, baseUrl) } }, null, 2);
}
