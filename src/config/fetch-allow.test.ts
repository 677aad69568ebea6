import { describe, expect, test } from 'vitest';
import { UNOPENABLE_BLOCKS } from '../fetching/address-policy/unopenable-blocks.table.ts';
import { parseFetchAllow } from './fetch-allow.ts';
import { ProblemList } from './problems.ts';

function problemsOf(entry: string): readonly string[] {
  const problems = new ProblemList();
  parseFetchAllow([entry], problems);
  return problems.found;
}

const hostOf = (address: string): string => (address.includes(':') ? `[${address}]` : address);

describe('parseFetchAllow', () => {
  test.each(UNOPENABLE_BLOCKS.map(({ block }) => block))(
    'refuses %s, which fetching never opens',
    (block) => {
      const [address = ''] = block.split('/');
      for (const entry of [`${hostOf(address)}:80`, block]) {
        expect(problemsOf(entry).join()).toContain('metadata addresses can never be opened');
      }
    },
  );

  test.each(['192.0.0.191:80', '[fd20:ce::253]:80', '10.0.0.0/8', '100.100.100.201:80'])(
    'takes %s beside them',
    (entry) => {
      expect(problemsOf(entry)).toEqual([]);
    },
  );
});
