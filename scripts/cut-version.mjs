#!/usr/bin/env node
// Runs inside `npm version`, which has set the version of package.json and commits and tags afterwards: writes it wherever else
// it stands, and cuts the changelog. Exits 1 and leaves all as it was when nothing changed since the last version.
import { readFileSync, writeFileSync } from 'node:fs';
import { cutVersion } from './release/changelog.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const edit = (file, change) => writeFileSync(file, change(readFileSync(file, 'utf8')));
edit('CHANGELOG.md', (text) => cutVersion(text, version, new Date().toISOString().slice(0, 10)));
edit('src/core/engine-version.ts', (text) => text.replace(/'.+'/, `'${version}'`));
edit('deploy/kubernetes/pagemark.yaml', (text) => text.replace(/(image: pagemark:).+/, `$1${version}`));
edit('deploy/kubernetes-chromium/kustomization.yaml', (text) =>
  text.replace(/(image: pagemark:).+/, `$1${version}-chromium`),
);
