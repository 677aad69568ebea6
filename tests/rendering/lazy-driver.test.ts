import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { PROJECT } from '../support/run-pagemark.ts';

/** The modules after whose import, one after the other, the browser's driver is loaded. */
function loadingDriver(modules: readonly string[]): readonly string[] {
  const code = `const { cache } = (await import('node:module')).createRequire(process.cwd() + '/x.js');
const loading = [];
for (const module of ${JSON.stringify(modules)}) {
  await import(module);
  if (Object.keys(cache).some((file) => file.includes('playwright-core'))) loading.push(module);
}
console.log(JSON.stringify(loading));`;
  const args = ['--input-type=module', '-e', code, 'pagemark', '--version'];
  const out = execFileSync(process.execPath, args, {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  return JSON.parse(out.trim().split('\n').at(-1)!) as readonly string[];
}

test("the browser's driver is loaded by no module of ours, and would be seen", () => {
  const ours = ['./dist/index.js', './dist/main.cjs', './dist/cli/main.js', './build/rendering/renderer.js'];
  expect(loadingDriver([...ours, 'playwright-core'])).toEqual(['playwright-core']);
});
