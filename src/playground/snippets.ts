import type { ConvertInput } from '../client/index.ts';

/** A piece of code that makes the same request elsewhere. */
export interface Snippet {
  readonly id: 'curl' | 'typescript' | 'python' | 'mcp';
  readonly title: string;
  readonly code: string;
}

/**
 * The request as code. The key is read from the environment variable `PAGEMARK_KEY`, so that a copied example carries
 * no secret.
 */
export function snippetsOf(baseUrl: string, input: ConvertInput): readonly Snippet[] {
  const body = JSON.stringify(input, null, 2);
  return [
    { id: 'curl', title: 'curl', code: curl(baseUrl, body) },
    { id: 'typescript', title: 'TypeScript', code: typescript(baseUrl, body) },
    { id: 'python', title: 'Python', code: python(baseUrl, input) },
    { id: 'mcp', title: 'MCP', code: mcp(baseUrl) },
  ];
}

function curl(baseUrl: string, body: string): string {
  return `curl -s '${baseUrl}/v1/convert' \\
  -H "Authorization: Bearer $PAGEMARK_KEY" \\
  -H 'Content-Type: application/json' \\
  -H 'Accept: text/markdown' \\
  -d '${body.replaceAll("'", "'\\''")}'`;
}

function typescript(baseUrl: string, body: string): string {
  return `import { createClient } from 'pagemark/client';

const client = createClient({
  baseUrl: '${baseUrl}',
  apiKey: process.env.PAGEMARK_KEY,
});

const page = await client.convert(${body});
console.log(page.content);`;
}

/** JSON is Python but for three words, which stand outside of strings only as whole values. */
function python(baseUrl: string, input: ConvertInput): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  const body = JSON.stringify(input, null, 4).replace(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (piece) => words[piece] ?? piece,
  );
  return `import json, os, urllib.request

request = urllib.request.Request(
    "${baseUrl}/v1/convert",
    data=json.dumps(${body.replaceAll('\n', '\n    ')}).encode(),
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
