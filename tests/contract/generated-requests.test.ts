import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAILURES } from './generated/failures.cases.ts';
import { type GeneratedService, startGeneratedService } from './generated/generated-service.ts';
import { createJudge, type Judge } from './generated/judge.ts';

let service: GeneratedService;
let judge: Judge;
beforeAll(async () => {
  service = await startGeneratedService();
  judge = createJudge(service, service.description);
});
afterAll(() => service?.close());

test.each(FAILURES)('$name', async ({ request, statuses }) => {
  expect(await judge(request)).toEqual({ statuses, problems: [] });
});
