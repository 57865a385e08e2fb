// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { TaskRow } from '@/components/task/task-row.ts';
import { type ShownHook, showHook } from '../testing/show-hook.ts';
import type { TaskList } from './use-task-list.ts';
import { useTaskSelection } from './use-task-selection.ts';

vi.mock('../bulk/actions.ts', () => ({
  previewBulk: async () => ({ ok: true, value: { total: 633, isCut: false } }),
}));

type Rows = (TaskRow | undefined)[];
const row = (id: string, status: TaskRow['status'] = 'failed') => ({ id, status }) as TaskRow; // it reads no more of a row
let rows: Rows;
let totalCount: number;
let shown: ShownHook<ReturnType<typeof useTaskSelection>>;

beforeEach(async () => {
  [rows, totalCount] = [[row('a'), row('b'), undefined], 3];
  shown = await showHook(() => {
    const list = {
      pages: { rows, totalCount },
      values: [],
      filterText: 'status:failed',
      matchingQuery: () => 'status=failed',
    };
    return useTaskSelection(list as unknown as TaskList); // it reads no more of a list
  }, ['tasks/update']);
});

const select = (...chosen: TaskRow[]) =>
  act(async () => shown.now.setSelection(new Map(chosen.map((one) => [one.id, one]))));
const chosenIds = () => [...shown.now.selection.keys()];
const chosenByAct = () => shown.now.acts.asked?.tasks.map(({ id }) => id);

it('acts on what is selected, and on the task that is pointed at where nothing is', async () => {
  await act(async () => shown.now.ask('rerun', row('b')));
  expect(chosenByAct()).toEqual(['b']);
  await select(row('a'));
  await act(async () => shown.now.ask('rerun', row('b')));
  expect(chosenByAct()).toEqual(['a']);
});

it('keeps a row selected that is no longer loaded, with the newest that is known of the others', async () => {
  await select(row('a'), row('b'));
  rows = [undefined, row('b', 'running')];
  await shown.again();
  expect([...shown.now.selection.values()]).toEqual([row('a'), row('b', 'running')]);
});

it('selects all that match, with the rows that load meanwhile, and acts on the query', async () => {
  await act(async () => shown.now.selectAll?.(new Map([['a', row('a')]])));
  expect(chosenIds()).toEqual(['a', 'b']);
  rows = [row('a'), row('b'), row('c')];
  await shown.again();
  expect(chosenIds()).toEqual(['a', 'b', 'c']);
  await act(async () => shown.now.ask('rerun', row('a')));
  expect(shown.now.acts).toMatchObject({ asked: undefined, started: { chosen: { query: 'status=failed' } } });
  await select(row('a'));
  expect(shown.now.allMatching.query, 'another selection ends it').toBeUndefined();
});

it('offers all that match only where more match than are loaded', async () => {
  expect(shown.now).toMatchObject({ hasMore: true, selectAll: expect.any(Function) });
  rows = [row('a'), row('b')];
  await shown.again();
  expect(shown.now).toMatchObject({ hasMore: false, selectAll: undefined });
  totalCount = -1;
  await shown.again();
  expect(shown.now.hasMore, 'how many there are is not known').toBe(true);
});
