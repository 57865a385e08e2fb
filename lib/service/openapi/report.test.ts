import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { httpReport } from './report.ts';

test('the interface is the one that was reviewed', async () => {
  const reviewed = await readFile(new URL('../../../docs/http-api.txt', import.meta.url), 'utf8');
  expect(httpReport(), 'look at the difference; `npm run package -- --report` accepts it').toBe(reviewed);
});
