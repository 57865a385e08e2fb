import { expect, test } from 'vitest';
import { parseFilter } from '@/components/filter/clause.ts';
import { type AuditTarget, changesPath, targetPath } from './target-path.ts';

test.each<[AuditTarget, string]>([
  [{ kind: 'task', id: 'order/17' }, '/tasks/order%2F17'],
  [{ kind: 'store', id: 'orders' }, '/state/orders'],
  [{ kind: 'state', id: 'orders' }, '/state/orders'],
  [{ kind: 'state', id: 'orders/eu/17 a' }, '/state/orders?entry=eu%2F17+a'],
  [{ kind: 'blob', id: 'orders/scan.pdf' }, '/state/orders?entry=scan.pdf'],
  [{ kind: 'bulkOperation', id: 'b/1' }, '/operations/b%2F1'],
  [{ kind: 'errorGroup', id: '2-4f1c' }, '/errors/2-4f1c'],
])('what was acted on leads to its page: %j', (target, path) => {
  expect(targetPath(target)).toBe(path);
});

const filterOf = (path: string) => parseFilter(new URL(path, 'http://localhost').searchParams.get('filter') ?? '');

test('a lock leads to the locks of its name', () => {
  const path = targetPath({ kind: 'lock', id: 'stock of "a"' });
  expect(path).toMatch(/^\/locks\?/);
  expect(filterOf(path)).toEqual([{ kind: 'text', text: 'stock of "a"' }]);
});

test.each<AuditTarget>([
  { kind: 'blob', id: '01a1fff0-735d-7000-8000-000000000000' },
  { kind: 'operator', id: 'ann@example.com' },
  { kind: 'apiKey', id: 'k1' },
  { kind: 'secret', id: 'token' },
])('what has no page leads to all changes of it: %j', (target) => {
  const path = targetPath(target);
  expect(path).toBe(changesPath('target', target.id));
  expect(path).toMatch(/^\/audit\?/);
  expect(filterOf(path)).toEqual([{ kind: 'field', key: 'target', values: [target.id] }]);
});
