import { convertTask } from './convert-task.ts';
import { SAMPLE_PAGE, SAMPLES } from './sample-page.ts';

/** Two of Markdown and one of text. More do not show in the CPU of the first five pages; fewer cost these up to a fifth. */
const ROUNDS = 3;

/**
 * Converts the sample page until the engine is compiled: the first pages of an isolate cost three to five times more.
 * Throws when a construct is not written as it should be.
 */
export async function warmUp(): Promise<void> {
  for (let i = 0; i < ROUNDS; i++) {
    const { content } = await convertTask({
      bytes: new TextEncoder().encode(SAMPLE_PAGE),
      contentType: 'text/html; charset=utf-8',
      url: 'https://example.com/sample',
      status: 200,
      format: i % 3 === 2 ? 'text' : 'markdown',
      options: {},
      wantMetadata: true,
      wantDiagnostics: false,
    });
    if (i > 0) continue;
    for (const [construct, [, written]] of Object.entries(SAMPLES))
      if (!content.includes(written)) throw new Error(`The sample page lost its ${construct}`);
  }
}
