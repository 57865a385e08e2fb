import { expect, test } from 'vitest';
import { checkReads } from './reads.ts';

test('nothing in the dashboard waits for a read without end', () => {
  const found = (path: string, text: string) => checkReads({ path, text });
  expect(found('app/locks-page.tsx', "\nawait queries.invalidateQueries({ queryKey: ['locks'] });")).toEqual([
    expect.stringMatching(/^app\/locks-page\.tsx:2: invalidateQueries\(\) .*readAgain/),
  ]);
  expect(found('lib/dashboard/lock/use-locks.ts', 'return client.refetchQueries();')).toHaveLength(1);
  expect(found('lib/dashboard/lock/use-locks.ts', 'const now = (await stored.refetch()).data;')).toHaveLength(1);
  expect(
    found(
      'lib/dashboard/lock/use-locks.ts',
      'await whileConnected(stored.refetch()); void refetch(); void client.resetQueries();',
    ),
  ).toEqual([]);
  expect(found('lib/dashboard/lock/use-locks.test.ts', 'await client.refetchQueries();')).toEqual([]);
  expect(found('lib/dashboard/query/read-again.ts', 'queryClient.invalidateQueries({ queryKey })')).toEqual([]);
});
