import { expect, test } from 'vitest';
import { runOn } from './planted-project.ts';

test('count-lines counts modules, and no tests, fixtures, tables or what the build makes', () => {
  const { output } = runOn('./count-lines.mjs', {
    'src/main.ts': 'one();\n',
    'src/core/a/one.ts': 'one();\ntwo();\n',
    'src/core/two.ts': 'one();\n',
    'src/core/a/one.test.ts': 'test();\n',
    'src/core/a/page.fixture.ts': 'page();\n',
    'src/core/a/words.table.ts': 'words();\n',
    'src/core/a/phrases.generated.ts': 'phrases();\n',
  });
  const rows = output
    .trim()
    .split('\n')
    .map((line) => line.replace(/ +/g, ' '));
  expect(rows).toEqual(['core 2 files 3 lines', '(files of src/) 1 files 1 lines', 'all 3 files 4 lines']);
});
