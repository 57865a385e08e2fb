import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printFilter } from '@/components/filter/clause.ts';
import { contentOf, isSameContent, type ViewContent, viewPath } from './view-address.ts';

const paramsOf = (path: string) => new URL(path, 'http://deck').searchParams;

test('the address of a view shows what the view keeps', () => {
  const text = fc.string({ unit: 'binary', minLength: 1 });
  const filter = fc
    .array(fc.record({ kind: fc.constant('field' as const), key: fc.constant('tag'), values: fc.tuple(text) }))
    .map(printFilter);
  const settings = fc.record({ sort: text, columns: text }, { requiredKeys: [] });
  fc.assert(
    fc.property(filter, settings, (filter, settings) => {
      const view: ViewContent = { list: 'tasks', filter, settings };
      const wellFormed = JSON.parse(JSON.stringify(view).toWellFormed());
      expect(isSameContent(contentOf('tasks', undefined, paramsOf(viewPath(wellFormed))), wellFormed)).toBe(true);
    }),
    { seed: 1 },
  );
});

test.each<[ViewContent & { id?: string }, string]>([
  [{ list: 'logs', filter: '', settings: {} }, '/logs'],
  [{ list: 'logs', filter: 'level:error', settings: {}, id: 'v' }, '/logs?filter=level%3Aerror&view=v'],
  [{ list: 'errors', filter: '', settings: {} }, '/errors'],
  [
    { list: 'state', storeName: 'a.b', filter: '', settings: { sort: 'id desc', other: 'x' } },
    '/state/a.b?sort=id+desc',
  ],
])('%j is at its address', (view, path) => {
  expect(viewPath(view)).toBe(path);
});

test.each([
  ['another filter', 'filter=status:failed&sort=id+asc'],
  ['another order', 'filter=status:queued&sort=id+desc'],
  ['other columns', 'filter=status:queued&sort=id+asc&columns=x'],
])('%s is a change of a view', (_, address) => {
  const saved = contentOf('tasks', undefined, new URLSearchParams('filter=status:queued&sort=id+asc'));
  expect(isSameContent(contentOf('tasks', undefined, new URLSearchParams(address)), saved)).toBe(false);
  const beside = new URLSearchParams('filter=status:queued&sort=id+asc&panel=t1&view=v&columns=');
  expect(isSameContent(contentOf('tasks', undefined, beside), saved)).toBe(true);
});
