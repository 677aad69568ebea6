import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { createPlanTable, describeUnknownPlans } from '../../access/plans.ts';
import { loadConfig } from '../../config/config.ts';
import { invalid } from '../../contract/failure.ts';
import type { TransferSummary } from '../../storage/transfer.ts';
import { formatJson } from '../terminal.ts';
import { type CommandContext, jsonFlag } from './context.ts';

/** Loaded when a store is moved: it brings the schemas of an export, and every command line reads this module. */
const transfer = () => import('../../storage/transfer.ts');

/** `pagemark backup | migrate | export | import`: the store as a whole. */
export function addTransfer(program: Command, context: CommandContext): void {
  addBackup(program, context);
  const { terminal, env, withStores } = context;
  jsonFlag(program.command('migrate'))
    .description('bring the store up to date; starting the service does the same')
    .action(async (options) => {
      await withStores((stores) => stores.ping(), 'may make');
      terminal.out(options.json ? formatJson({ status: 'up to date' }) : 'The store is up to date.\n');
    });

  jsonFlag(program.command('export'))
    .description('write keys (as hashes), licences, credits and usage to a file')
    .argument('<file>', 'file to make, readable by its owner only; - for standard output')
    .action(async (target: string, options) => {
      const { exportStores } = await transfer();
      const summary = await withStores(async (stores) => {
        await stores.leases.reap(Date.now());
        return target === '-'
          ? exportStores(stores, async (line) => terminal.out(`${line}\n`))
          : toFile(target, (write) => exportStores(stores, write));
      });
      // On standard output the lines themselves are the result.
      const write = target === '-' ? terminal.err : terminal.out;
      write(options.json ? formatJson(summary) : `Exported: ${described(summary)}.\n`);
    });

  jsonFlag(program.command('import'))
    .description('bring an export into an empty store, checked by counts and digest')
    .argument('<file>', 'file that "export" made')
    .action(async (source: string, options) => {
      const { importStores } = await transfer();
      const { summary, keys } = await withStores(
        async (stores) => ({
          summary: await importStores(stores, () => linesOf(source)),
          keys: await stores.apiKeys.list(),
        }),
        'may make',
      );
      const plans = createPlanTable(loadConfig(env).plans);
      for (const line of describeUnknownPlans(plans, keys)) terminal.err(`${line}\n`);
      terminal.out(options.json ? formatJson(summary) : `Imported: ${described(summary)}.\n`);
    });
}

async function toFile<T>(
  target: string,
  work: (write: (line: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const file = await open(target, 'wx', 0o600).catch((cause: unknown) => {
    throw invalid(`Name a new file in a folder that can be written; it is ${JSON.stringify(target)}.`, cause);
  });
  try {
    const result = await work(async (line) => void (await file.write(`${line}\n`)));
    await file.sync();
    return result;
  } catch (error) {
    // A half would stand in the way of the next try.
    await rm(target, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function* linesOf(source: string): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: createReadStream(source, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
  } catch (cause) {
    throw invalid(`Name a file that can be read; it is ${JSON.stringify(source)}.`, cause);
  }
}

function described({ counts, sha256 }: TransferSummary): string {
  const parts = [
    `API keys: ${counts.api_key}`,
    `licences: ${counts.license}`,
    `credit entries: ${counts.credit_entry}`,
    `AI usage totals: ${counts.ai_usage}`,
    `daily totals: ${counts.usage_day}`,
  ];
  return `${parts.join(', ')} (SHA-256 ${sha256})`;
}

/** `pagemark backup FILE`: a checked copy of the embedded database, while the service runs. */
function addBackup(program: Command, { terminal, env }: CommandContext): void {
  jsonFlag(program.command('backup'))
    .description('copy the embedded database while the service runs, and check the copy')
    .argument('<file>', 'file to make, readable by its owner only')
    .action(async (target: string, options) => {
      const { storage } = loadConfig(env);
      if (storage.kind === 'postgres') {
        throw invalid(
          'Use pg_dump --format=custom --file=FILE with the address in PAGEMARK_DATABASE_URL: it names PostgreSQL, and "backup" copies the embedded database.',
        );
      }
      if (storage.kind === 'memory') {
        throw invalid(
          'Set PAGEMARK_DATABASE_URL to file:PATH; it is "memory:", and there is nothing to copy.',
        );
      }
      const { backUp } = await import('../../open-from-config.ts');
      const { file, bytes, rows } = await backUp(storage.file, target);
      const counted = `API keys: ${rows.api_key}, licences: ${rows.license}, credit entries: ${rows.credit_entry}`;
      terminal.out(
        options.json
          ? formatJson({ file, bytes, rows })
          : `Copied to ${file} (${bytes} bytes) and checked; ${counted}.\n`,
      );
    });
}
