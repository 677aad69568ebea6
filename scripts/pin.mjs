#!/usr/bin/env node
// Pins what workflows and deployments take from elsewhere: actions to their commits, images to their digests, each looked up now.
// usage, in the folder of the project, with network: node scripts/pin.mjs     writes nothing where one look-up fails
import { readFileSync, writeFileSync } from 'node:fs';
import { lookUpPin } from './release/look-up-pin.mjs';
import { pinned } from './release/pins.mjs';
import { takingFiles } from './release/taking-files.mjs';

try {
  const changed = [];
  for (const file of takingFiles()) {
    const text = readFileSync(file, 'utf8');
    const next = await pinned(text, lookUpPin);
    if (next !== text) changed.push([file, next]);
  }
  for (const [file, text] of changed) writeFileSync(file, text);
  console.log(`pin: ${changed.map(([file]) => file).join(', ') || 'everything is pinned'}`);
} catch (error) {
  console.error(`pin: ${error.message}${error.cause === undefined ? '' : ` (${error.cause.message})`}`);
  process.exitCode = 1;
}
