import { addBackup } from './commands/backup.ts';
import { addBatch } from './commands/batch.ts';
import { addCompletion } from './commands/completion.ts';
import type { AddCommand } from './commands/context.ts';
import { addConvert } from './commands/convert.ts';
import { addDoctor } from './commands/doctor.ts';
import { addExplain } from './commands/explain.ts';
import { addKeys } from './commands/keys.ts';
import { addLicenses } from './commands/licenses.ts';
import { addMcp } from './commands/mcp.ts';
import { addServe } from './commands/serve.ts';
import { addTop } from './commands/top.ts';
import { addTransfer } from './commands/transfer.ts';
import { addUsage } from './commands/usage.ts';

/** All commands, in the order of the help. */
export const COMMANDS: readonly AddCommand[] = [
  addServe,
  addConvert,
  addExplain,
  addBatch,
  addKeys,
  addLicenses,
  addUsage,
  addMcp,
  addBackup,
  addTransfer,
  addTop,
  addDoctor,
  addCompletion,
];
