#!/usr/bin/env node
import { guardStandardError } from '../telemetry/standard-error.ts';
import { runCli } from './run-cli.ts';
import { processTerminal } from './terminal.ts';

guardStandardError();
process.exitCode = await runCli(process.argv.slice(2), processTerminal(), process.env);
