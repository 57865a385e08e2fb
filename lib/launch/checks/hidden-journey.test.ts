import { expect, test } from 'vitest';
import { checkHiddenJourney } from './hidden-journey.ts';

test('every page, route and server action is read or called by the journey about hidden values', () => {
  const file = (path: string, text = '') => ({ path, text });
  const known = [
    file('e2e/hidden/addresses.ts', "...alone('/', '/locks'), '/api/tasks/[id]': []"),
    file('e2e/hidden/calls.ts', "await perform('saveTask', {});"),
    file('app/(dashboard)/(overview)/page.tsx'),
    file('app/(dashboard)/locks/page.tsx'),
    file('app/(dashboard)/locks/locks-page.tsx'),
    file('app/api/tasks/[id]/route.ts'),
    file('app/api/watch/route.ts'),
    file('lib/dashboard/task/actions.ts', 'export const saveTask = operatorAction('),
  ];
  expect(checkHiddenJourney(known)).toEqual([]);
  const added = [
    file('app/api/tasks/[id]/notes/route.ts'),
    file('lib/dashboard/lock/actions.ts', 'export const takeLock = operatorAction('),
  ];
  expect(checkHiddenJourney([...known, ...added])).toEqual([
    expect.stringMatching(/^app\/api\/tasks\/\[id\]\/notes\/route\.ts: .*'\/api\/tasks\/\[id\]\/notes'/),
    expect.stringMatching(/^lib\/dashboard\/lock\/actions\.ts: .*'takeLock'/),
  ]);
});
