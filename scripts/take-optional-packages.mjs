#!/usr/bin/env node
// Rewrites package.json in the current folder for an image, which has no npm to add packages with: every optional package whose
// version the lock file holds becomes a dependency, and tools of the development go. `npm ci --omit=dev` installs the rest.
import { readFileSync, writeFileSync } from 'node:fs';

const { devDependencies, scripts: _, ...manifest } = JSON.parse(readFileSync('package.json', 'utf8'));
const optional = Object.keys(manifest.peerDependencies).filter((name) => name in devDependencies);
for (const name of optional) manifest.dependencies[name] = devDependencies[name];
writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
console.log(`Optional packages inside: ${optional.join(', ')}`);
