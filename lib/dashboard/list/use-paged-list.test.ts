// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { answerReads, refusal, showHook } from '../testing/show-hook.ts';
import { usePagedList } from './use-paged-list.ts';

it('looks at the first row alone, and reads the list when that is a new one', async () => {
  let rows = ['b', 'a'];
  const { asked } = answerReads((url) => ({
    value: rows.slice(0, Number(url.searchParams.get('maxPageSize') ?? 100)),
  }));
  const list = await showHook(() =>
    usePagedList<string>({ key: ['list'], url: '/api/list?who=x', idOf: (row) => row }),
  );
  const peek = () => act(() => list.now.peek());
  await vi.waitFor(() => expect(list.now.rows).toEqual(['b', 'a']));
  await peek();
  expect(asked).toEqual(['/api/list?who=x', '/api/list?who=x&maxPageSize=1']);

  rows = ['c', 'b', 'a'];
  await peek();
  expect(asked.slice(2)).toEqual(['/api/list?who=x&maxPageSize=1', '/api/list?who=x']);
  expect([list.now.newCount, list.now.rows]).toEqual([1, ['b', 'a']]);
  await peek();
  expect(asked.slice(4), 'what is known to be new is not read again').toEqual(['/api/list?who=x&maxPageSize=1']);

  await act(async () => list.now.showNew());
  expect([list.now.newCount, list.now.rows]).toEqual([0, ['c', 'b', 'a']]);
  await act(async () => list.now.showNew());
  expect(list.now.rows, 'there is nothing new').toEqual(['c', 'b', 'a']);
});

it('reads what its first page has no longer, until that is known', async () => {
  type Row = { id: string; status: string };
  let rows: Row[] = ['a', 'b', 'c'].map((id) => ({ id, status: 'open' }));
  answerReads(() => ({ value: rows }));
  const reads: string[] = [];
  const read = async ({ id }: Row) => {
    reads.push(id);
    if (id === 'c' && reads.length < 3) throw new Error('away');
    return { id, status: 'resolved' };
  };
  const list = await showHook(() =>
    usePagedList<Row>({
      ...{ key: ['list'], url: '/api/list', idOf: ({ id }: Row) => id },
      missing: { read, isKnown: ({ status }) => status === 'resolved' },
    }),
  );
  await vi.waitFor(() => expect(list.now.rows).toHaveLength(3));
  rows = [{ id: 'a', status: 'muted' }];
  await act(() => list.now.check());
  expect(list.now.rows.map(({ status }) => status)).toEqual(['muted', 'resolved', 'open']);
  await act(() => list.now.check());
  expect(list.now.rows.map(({ status }) => status)).toEqual(['muted', 'resolved', 'resolved']);
  await act(() => list.now.check());
  expect(reads).toEqual(['b', 'c', 'c']);
});

it('is read when it is checked after its first read failed', async () => {
  let isAway = true;
  answerReads(() => (isAway ? refusal(503, 'ServiceUnavailable') : { value: ['a'] }));
  const list = await showHook(() => usePagedList<string>({ key: ['list'], url: '/api/list', idOf: (row) => row }));
  await vi.waitFor(() => expect(list.now.error).not.toBeNull());
  isAway = false;
  await act(() => list.now.check());
  await vi.waitFor(() => expect(list.now).toMatchObject({ rows: ['a'], error: null }));
});

it('shows the newest of two checks, whichever is answered first', async () => {
  let status = 'running';
  let gate = Promise.resolve();
  answerReads(async () => {
    const answer = { value: [{ id: 'a', status }] };
    await gate;
    return answer;
  });
  const list = await showHook(() =>
    usePagedList<{ id: string; status: string }>({ key: ['list'], url: '/api/list', idOf: ({ id }) => id }),
  );
  await vi.waitFor(() => expect(list.now.rows).toHaveLength(1));
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  await act(async () => {
    const first = list.now.check();
    await Promise.resolve(); // its read is of now
    [status, gate] = ['failed', Promise.resolve()];
    const second = list.now.check();
    await Promise.race([second, new Promise(setImmediate)]);
    resolve();
    await Promise.all([first, second]);
  });
  expect(list.now.rows).toEqual([{ id: 'a', status: 'failed' }]);
});
