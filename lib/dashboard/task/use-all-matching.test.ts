// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import type { Selection } from '@/components/table/selection.ts';
import type { TaskRow } from '@/components/task/task-row.ts';
import { type ShownHook, showHook } from '../testing/show-hook.ts';
import { type AllMatching, useAllMatching } from './use-all-matching.ts';

vi.mock('../bulk/actions.ts', () => ({
  previewBulk: async () => ({ ok: true, value: { total: 633, isCut: false } }),
}));

const rows = (...ids: string[]): Selection<TaskRow> =>
  new Map(ids.map((id) => [id, { id, type: 'order', status: 'failed' } as TaskRow])); // it reads no more of a row

let shown: ShownHook<AllMatching>;
async function show(chosen: Selection<TaskRow>) {
  const given = { chosen, filterText: 'status:failed', matchingQuery: () => 'status=failed' };
  shown = await showHook(() => useAllMatching({ ...given }));
  act(() => shown.now.select());
  await vi.waitFor(() => expect(shown.now.total).toEqual({ count: 633, isCut: false }));
  expect(shown.now.query).toBe('status=failed');
  return given;
}

it.each([
  ['is another one of the same size', rows('c', 'd')],
  ['is the same one made again', rows('a', 'b')],
])('selects all that match until the selection %s', async (_, next) => {
  const given = await show(rows('a', 'b'));
  given.chosen = next;
  await shown.again();
  expect([shown.now.query, shown.now.total]).toEqual([undefined, undefined]);
});

it('selects all that match until the filter is another one', async () => {
  const given = await show(rows('a'));
  given.filterText = 'status:failed type:order';
  await shown.again();
  expect(shown.now.query).toBeUndefined();
});

it('keeps the query as it was when all were selected', async () => {
  const given = await show(rows('a'));
  given.matchingQuery = () => 'status=failed&createdAfter=later';
  await shown.again();
  expect(shown.now.query).toBe('status=failed');
});
