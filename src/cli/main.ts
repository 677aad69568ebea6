#!/usr/bin/env node
import { builtFile } from '../built-file.ts';
import { guardStandardError } from '../telemetry/standard-error.ts';
import { codeCacheFolder, runCached } from './code-cache.ts';
import { nodeProblem } from './node-version.ts';
import { processTerminal } from './terminal.ts';

guardStandardError();
const args = process.argv.slice(2);
const problem = nodeProblem(process.versions.node);
if (problem === null)
  process.exitCode = await (args[0] === 'convert' || args[0] === 'explain' ? runPage() : runAny());
else {
  processTerminal().err(`pagemark: ${problem}\n`);
  process.exitCode = (await import('./exit-codes.ts')).EXIT.usage;
}

/** Most of what a page costs the command line is compiling code: what V8 made of it is kept from call to call. */
async function runPage(): Promise<number> {
  const cached = runCached(builtFile('page-commands.cjs'), codeCacheFolder(process.env));
  const { runPageCommand } = cached.exports as typeof import('./page-commands.ts');
  const code = await runPageCommand(args, processTerminal(), process.env);
  if (code === 0 && !args.includes('--help') && !args.includes('-h')) cached.keep();
  return code;
}

async function runAny(): Promise<number> {
  const [{ runCli }, { COMMANDS }] = await Promise.all([import('./run-cli.ts'), import('./commands.ts')]);
  return await runCli(args, processTerminal(), process.env, COMMANDS);
}
