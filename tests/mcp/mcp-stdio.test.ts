import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it } from 'vitest';
import { inForm } from '../support/full-form.ts';

const dist = (file: string) => JSON.stringify(fileURLToPath(new URL(`../../build/${file}`, import.meta.url)));
const SCRIPT = `
const { serveMcpStdio } = await import(${dist('mcp/serve-mcp-stdio.js')});
const { openLocalConverter } = await import(${dist('cli/local-converter.js')});
const { loadConfig } = await import(${dist('config/config.js')});
const converter = await openLocalConverter(loadConfig(process.env));
await serveMcpStdio(converter, { signal: new AbortController().signal, onDefect: (e) => console.error(e) });
process.exit(0);`;

for (const mode of inForm(['auto', 'legacy'] as const, 2)) {
  it(`serveMcpStdio: lists and calls the tool without key or server (${mode} negotiation)`, async () => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const env = { PATH: process.env.PATH ?? '', PAGEMARK_LOG_LEVEL: 'silent' };
    const args = ['--input-type=module', '-e', SCRIPT];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['webpage_to_markdown']);
      const sentence = 'A bridge carries people over a river, and it must be strong enough for the flood. ';
      const html = `<title>T</title><article><h1>Bridges</h1><p>${sentence.repeat(8)}</p></article>`;
      const result = await client.callTool({
        name: 'webpage_to_markdown',
        arguments: { url: 'https://example.com/', html, response_format: 'text' },
      });
      expect(result.isError ?? false).toBe(false);
      expect(JSON.stringify(result.content)).toContain('A bridge carries people');
      const wrong = await client.callTool({ name: 'webpage_to_markdown', arguments: { url: 'ftp://x' } });
      expect(wrong.isError).toBe(true);
    } finally {
      await client.close();
    }
  });
}
