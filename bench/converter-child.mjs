// Runs one adapter for ConverterProcess: a page in, its Markdown and what it cost out.
import { cpuMs } from './cpu.mjs';

const MIB = 2 ** 20;
// Some converters throw again from timers of their own; the answer has been given by then.
process.on('unhandledRejection', () => {});

const adapter = await import(`./adapters/${process.argv[2]}.mjs`).catch((error) => {
  process.send({ failed: `${process.argv[2]} did not load: ${error.message}` }, () => process.exit(1));
});

process.on('message', async (page) => {
  const from = cpuMs();
  try {
    const { markdown } = await adapter.convert(page);
    process.send({ markdown, cpuMs: cpuMs() - from, ...memory() });
  } catch (error) {
    process.send({
      error: String(error?.message ?? error).slice(0, 200),
      cpuMs: cpuMs() - from,
      ...memory(),
    });
  }
});
if (adapter) process.send({ ready: true, ...memory() });

function memory() {
  return {
    rssMib: process.memoryUsage.rss() / MIB,
    peakMib: process.resourceUsage().maxRSS / 1024,
  };
}
