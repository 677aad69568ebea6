import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { convertHtml } from '../../src/index.ts';
import { startTestService } from '../support/test-service.ts';
import { ARTICLE, startUpstream } from '../support/upstream.ts';

const CLI = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

test('one page through command line, library and HTTP: the same bytes, as Markdown and as text', async () => {
  const site = await startUpstream({ '/article': ARTICLE });
  const service = await startTestService({ PAGEMARK_FETCH_ALLOW: site.address });
  try {
    const url = `${site.url}/article`;
    const library = convertHtml(ARTICLE, { url });
    const key = await service.newKey();
    for (const format of ['markdown', 'text'] as const) {
      const answer = await service.convert({ url, response_format: format }, key);
      const { data } = (await answer.json()) as { data: { content: string } };
      const flags = format === 'text' ? ['--text'] : [];
      const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'convert', url, ...flags], {
        env: { PATH: process.env.PATH ?? '', PAGEMARK_FETCH_ALLOW: site.address },
      });
      expect(data.content).toBe(library[format]);
      // On a terminal a text ends its last line.
      expect(stdout.replace(/\n$/, '')).toBe(library[format].replace(/\n$/, ''));
    }
  } finally {
    await service.close();
    await site.close();
  }
});
