import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import recorded from '../fixtures/made/manifest.json' with { type: 'json' };
import { differences, digestOf, type Manifest, otherVersions } from '../fixtures/makers/manifest.mjs';

const MADE = fileURLToPath(new URL('../fixtures/made/', import.meta.url));
const copies: string[] = [];
afterEach(() => {
  for (const folder of copies.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** How the files of a folder differ from its manifest; all else of a file is taken from there. */
function faultsOf(folder: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Manifest;
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => [path.relative(folder, file).split(path.sep).join('/'), readFileSync(file)] as const)
    .filter(([name]) => name !== 'manifest.json');
  const files = found.map(([name, bytes]) => [
    name,
    { makers: [], licences: [], ...manifest.files[name], sha256: digestOf(bytes) },
  ]);
  return differences(manifest, { ...manifest, files: Object.fromEntries(files) });
}

describe('the fixtures that are committed', () => {
  test('each has the digest of the manifest, none is unlisted and none is missing', () => {
    expect(Object.keys(recorded.files).length).toBeGreaterThan(30);
    expect(faultsOf(MADE)).toEqual([]);
  });

  test('a change, a file more and a file less are told', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'fixtures-'));
    copies.push(folder);
    cpSync(MADE, folder, { recursive: true });
    appendFileSync(path.join(folder, 'pdf/pdfkit.pdf'), '\n');
    writeFileSync(path.join(folder, 'pdf/more.pdf'), '%PDF-1.4\n');
    rmSync(path.join(folder, 'frameworks/lit/page.html'));
    expect(faultsOf(folder)).toEqual([
      '"frameworks/lit/page.html" is in the manifest only',
      '"pdf/more.pdf" is not in the manifest',
      '"pdf/pdfkit.pdf" differs in sha256',
    ]);
  });
});

test('another version of a maker, of Node or of Chromium is told', () => {
  const file = { sha256: 'a', makers: ['pdfkit@1.0.0'], licences: ['MIT'] };
  const before: Manifest = { node: '20.20.2', chromium: '147.0', files: { 'pdf/a.pdf': file } };
  const now = { ...before, node: '22.0.0', files: { 'pdf/a.pdf': { ...file, makers: ['pdfkit@1.0.1'] } } };
  expect(differences(before, before)).toEqual([]);
  expect(differences(before, now)).toEqual(['"pdf/a.pdf" differs in makers']);
  expect(otherVersions(before, before)).toEqual([]);
  expect(otherVersions(before, now)).toEqual(['Node here is 22.0.0, the manifest is of 20.20.2']);
});
