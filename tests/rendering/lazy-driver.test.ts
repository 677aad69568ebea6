import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../support/run-pagemark.ts';

/** Whether importing a module loads the browser's driver. */
function loadsDriver(module: string): boolean {
  const code = `await import(${JSON.stringify(module)});
const { createRequire } = await import('node:module');
console.log(Object.keys(createRequire(process.cwd() + '/x.js').cache).some((file) => file.includes('playwright-core')));`;
  const args = ['--input-type=module', '-e', code, 'pagemark', '--version'];
  const out = execFileSync(process.execPath, args, {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  return out.trim().split('\n').at(-1) === 'true';
}

describe("the browser's driver", () => {
  test.each(['./dist/index.js', './dist/main.js', './dist/cli/main.js', './build/rendering/renderer.js'])(
    'is not loaded by %s',
    (module) => {
      expect(loadsDriver(module)).toBe(false);
    },
  );

  test('would be seen', () => {
    expect(loadsDriver('playwright-core')).toBe(true);
  });
});
