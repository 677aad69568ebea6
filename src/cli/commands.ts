import { addBatch } from './commands/batch.ts';
import { addCompletion } from './commands/completion.ts';
import type { AddCommand } from './commands/context.ts';
import { addCrawl, addMap } from './commands/crawl.ts';
import { addDoctor } from './commands/doctor.ts';
import { addKeys } from './commands/keys.ts';
import { addLicenses } from './commands/licenses.ts';
import { addMcp } from './commands/mcp.ts';
import { addServe } from './commands/serve.ts';
import { addTop } from './commands/top.ts';
import { addTransfer } from './commands/transfer.ts';
import { addUsage } from './commands/usage.ts';
import { addConvert, addExplain } from './page-commands.ts';

/** Begins a group of the help. */
const group =
  (heading: string): AddCommand =>
  (program) =>
    void program.commandsGroup(heading);

/** All commands, in the order of the help. */
export const COMMANDS: readonly AddCommand[] = [
  group('Pages:'),
  addConvert,
  addExplain,
  addBatch,
  addMap,
  addCrawl,
  group('The service:'),
  addServe,
  addMcp,
  addTop,
  addDoctor,
  group('Who may use it:'),
  addKeys,
  addLicenses,
  addUsage,
  group('The store:'),
  addTransfer,
  group('This command line:'),
  addCompletion,
];
