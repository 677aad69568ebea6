#!/usr/bin/env node
import { openCachedFiles, ownCodeFolder } from '../code-cache.ts';
import { nodeProblem } from './node-version.ts';

const args = process.argv.slice(2);
const problem = nodeProblem(process.versions.node);
if (problem === null)
  process.exitCode = await (args[0] === 'convert' || args[0] === 'explain' ? runPage() : runAny());
else {
  process.stderr.write(`pagemark: ${problem}\n`);
  process.exitCode = 2;
}

/** Most of what a page costs the command line is compiling code: what V8 made of it is kept from call to call. */
async function runPage(): Promise<number> {
  const files = openCachedFiles(() => ownCodeFolder(process.env));
  const { runPageCommand } = files.load('page-commands.cjs') as typeof import('./page-commands.ts');
  const code = await runPageCommand(args, process.env);
  if (code === 0 && !args.includes('--help') && !args.includes('-h')) files.keep('own');
  return code;
}

async function runAny(): Promise<number> {
  const { runCommand } = openCachedFiles().load('all-commands.cjs') as typeof import('./all-commands.ts');
  return await runCommand(args, process.env);
}
