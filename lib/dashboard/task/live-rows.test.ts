import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TaskRow } from '@/components/task/task-row.ts';
import { HandClock } from '../testing/hand-clock.ts';
import { LiveRows } from './live-rows.ts';
import { compareVersions, newestRows, patchRows } from './row-version.ts';

const row = (id: string, by: Partial<TaskRow> = {}): TaskRow => ({
  ...{ id, type: 'sample.order', status: 'running', queue: 'default', priority: 0, tags: {} },
  ...{ runCount: 1, attempt: 1, etag: '"1"', createdBy: 'ann', lastModifiedBy: 'ann' },
  ...{ createdOn: '2026-11-21T10:00:00.000Z', lastModifiedOn: '2026-11-21T10:00:00.000Z' },
  ...by,
});

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Lets this time pass, in which reads may be answered. */
async function pass(clock: HandClock, ms: number): Promise<void> {
  const end = clock.now() + ms;
  do {
    await settle();
  } while (clock.passToNext(end - clock.now()));
  clock.skip(end - clock.now());
}

type Read = { ids: readonly string[]; answer: (rows: readonly TaskRow[]) => void; fail: () => void };

/** A list that shows rows, with reads that a test answers. */
function listOf(shown: readonly TaskRow[], visibleCount = shown.length) {
  const clock = new HandClock();
  const list = { rows: shown, reads: [] as Read[], isIdle: false, visibleCount };
  const live = new LiveRows({
    read: (ids) =>
      new Promise((resolve, reject) => {
        list.reads.push({ ids, answer: resolve, fail: () => reject(new Error('lost')) });
      }),
    patch: (rows, gone) => {
      list.rows = patchRows(list.rows, new Map(rows.map((one) => [one.id, one])), new Set(gone));
    },
    loaded: () => new Set(list.rows.map(({ id }) => id)),
    visible: () => list.rows.slice(0, list.visibleCount),
    isIdle: () => list.isIdle,
    ...clock,
  });
  const stop = live.start();
  const news = (...tasks: string[]) => live.hear({ tasks, isOverflow: false });
  const last = () => {
    const read = list.reads.at(-1);
    if (read === undefined) throw new Error('nothing was read');
    return read;
  };
  const overflow = () => {
    live.hear({ tasks: [], isOverflow: true });
    live.seen();
  };
  return { clock, list, live, stop, news, overflow, last };
}

describe('rows that change', () => {
  it('are read one read at a time, and again when they changed meanwhile', async () => {
    const { list, news, last } = listOf([row('a'), row('b')]);
    news('a');
    news('a');
    news('b', 'unknown');
    expect(list.reads.map(({ ids }) => ids)).toEqual([['a']]);
    last().answer([row('a', { etag: '"2"' })]);
    await settle();
    expect(list.reads.map(({ ids }) => ids)).toEqual([['a'], ['a', 'b']]);
    last().answer([row('a', { etag: '"3"', status: 'succeeded' }), row('b', { etag: '"2"' })]);
    await settle();
    expect(list.rows.map(({ etag }) => etag)).toEqual(['"3"', '"2"']);
    expect(list.reads).toHaveLength(2);
  });

  it('are all read, however many there are', async () => {
    const rows = Array.from({ length: 450 }, (_, at) => row(`t${at}`));
    const { list, live, last } = listOf(rows, 20);
    live.hear({ tasks: rows.map(({ id }) => id), isOverflow: false });
    for (const size of [200, 200, 50]) {
      expect(last().ids).toHaveLength(size);
      last().answer(last().ids.map((id) => row(id, { etag: '"2"' })));
      await settle();
    }
    expect(list.rows.every(({ etag }) => etag === '"2"')).toBe(true);
  });

  it('are marked as deleted where they are gone', async () => {
    const { list, news, last } = listOf([row('a'), row('b')]);
    news('a', 'b');
    last().answer([row('b')]);
    await settle();
    expect(list.rows.map(({ isDeleted }) => isDeleted)).toEqual([true, undefined]);
  });

  it('are read again after a read that failed', async () => {
    const { clock, list, news, last } = listOf([row('a', { status: 'succeeded' })]);
    news('a');
    last().fail();
    await pass(clock, 1_999);
    expect(list.reads).toHaveLength(1);
    await pass(clock, 1);
    expect(list.reads.map(({ ids }) => ids)).toEqual([['a'], ['a']]);
  });

  it('are read again after a read that is never answered', async () => {
    const { clock, list, news } = listOf([row('a', { status: 'succeeded' })]);
    news('a');
    await pass(clock, 17_000);
    expect(list.reads).toHaveLength(2);
  });
});

describe('an overflow', () => {
  it('reads what is on the screen, and the other rows when they come into view', async () => {
    const { clock, list, live, overflow, last } = listOf([row('a'), row('b'), row('c')], 1);
    overflow();
    expect(last().ids).toEqual(['a']);
    last().answer([row('a')]);
    await settle();
    list.visibleCount = 2;
    await pass(clock, 1_000);
    expect(last().ids).toEqual(['b']);
    last().answer([row('b')]);
    await settle();
    live.seen();
    expect(list.reads, 'once').toHaveLength(2);
  });

  it('is not forgotten when its read fails', async () => {
    const { clock, list, overflow, last } = listOf([row('a', { status: 'succeeded' })]);
    overflow();
    last().fail();
    await pass(clock, 2_000);
    expect(list.reads).toHaveLength(2);
  });
});

describe('a page that is read for another reason', () => {
  it('spares the rows in it a read of their own after an overflow', async () => {
    const { list, live, last } = listOf([row('a'), row('b')]);
    live.hear({ tasks: [], isOverflow: true });
    const take = live.expect();
    take([row('b', { etag: '"2"' })]);
    live.seen();
    expect(list.reads.map(({ ids }) => ids)).toEqual([['a']]);
    last().answer([row('a')]);
    await settle();
    expect(list.rows.map(({ etag }) => etag)).toEqual(['"1"', '"2"']);
  });

  it('spares them nothing when it was asked for before the overflow', () => {
    const { list, live } = listOf([row('a')]);
    const take = live.expect();
    live.hear({ tasks: [], isOverflow: true });
    take([row('a', { etag: '"2"' })]);
    live.seen();
    expect(list.rows[0]?.etag).toBe('"2"');
    expect(list.reads.map(({ ids }) => ids)).toEqual([['a']]);
  });
});

describe('a row without news', () => {
  it('is read again after five seconds until it has ended, and then each minute', async () => {
    const { clock, list, last } = listOf([row('a'), row('b', { status: 'succeeded' })]);
    await pass(clock, 4_999);
    expect(list.reads).toEqual([]);
    await pass(clock, 1);
    expect(last().ids).toEqual(['a']);
    last().answer([row('a', { etag: '"2"', status: 'failed' })]);
    await pass(clock, 54_000);
    expect(list.reads).toHaveLength(1);
    await pass(clock, 2_000);
    expect(last().ids, 'as far as it is on the screen').toContain('b');
    last().answer([row('a', { etag: '"2"', status: 'failed' })]);
    await settle();
    expect(
      list.rows.map(({ isDeleted }) => isDeleted === true),
      'one that was removed',
    ).toEqual([false, true]);
  });

  it('is left alone off the screen, while live updates are paused, and after the list is gone', async () => {
    const { clock, list, stop } = listOf([row('a')], 0);
    await pass(clock, 20_000);
    list.visibleCount = 1;
    list.isIdle = true;
    await pass(clock, 20_000);
    list.isIdle = false;
    stop();
    await pass(clock, 20_000);
    expect(list.reads).toEqual([]);
    expect(clock.timers).toEqual([]);
  });
});

describe('versions of a row', () => {
  it.each([
    ['another run', { runCount: 2, attempt: 0, etag: '"3"' }],
    ['another attempt', { attempt: 2, etag: '"8"' }],
    ['another change', { etag: '"10"' }],
  ])('%s is newer', (_name, by) => {
    const shown = row('a', { etag: '"9"' });
    expect(compareVersions(row('a', by), shown)).toBeGreaterThan(0);
    expect(compareVersions(shown, row('a', by))).toBeLessThan(0);
  });

  it('keep what is shown from going back; of the same version the later read counts', () => {
    const shown = [row('a', { etag: '"9"' })];
    const patched = (read: TaskRow) => patchRows(shown, new Map([['a', read]]), new Set());
    expect(patched(row('a', { etag: '"8"' }))).toBe(shown);
    expect(patched(row('a', { etag: '"9"', status: 'waiting' }))[0]?.status).toBe('waiting');
    expect(patchRows(shown, new Map([['z', row('z')]]), new Set()), 'of another row').toBe(shown);
  });
});

it('a page that was read before its rows changed begins with the rows as they are in memory', () => {
  const page = [row('new'), row('a', { etag: '"8"' }), row('b', { etag: '"5"' })];
  const inMemory = [row('a', { etag: '"9"', status: 'succeeded' }), row('b', { etag: '"4"' }), row('gone')];
  expect(newestRows(page, inMemory).map(({ id, etag }) => [id, etag])).toEqual([
    ['new', '"1"'],
    ['a', '"9"'],
    ['b', '"5"'],
  ]);
});

describe('in the end', () => {
  it('every row is right, however answers are delayed, reordered or lost', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const step = fc.oneof(
      fc.record({ kind: fc.constant('change' as const), id: fc.constantFrom(...ids), isHeard: fc.boolean() }),
      fc.record({
        kind: fc.constantFrom('answer' as const, 'fail' as const),
        id: fc.constantFrom(...ids),
        isHeard: fc.boolean(),
      }),
      fc.record({
        kind: fc.constantFrom('overflow' as const, 'wait' as const, 'act' as const, 'page' as const),
        id: fc.constantFrom(...ids),
        isHeard: fc.boolean(),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        const truth = new Map(ids.map((id) => [id, row(id)]));
        const snapshots = new Map<Read, readonly TaskRow[]>();
        const { clock, list, live, overflow } = listOf([...truth.values()]);
        let takePage = () => {};
        const note = () => {
          for (const read of list.reads)
            if (!snapshots.has(read))
              snapshots.set(
                read,
                read.ids.flatMap((id) => truth.get(id) ?? []),
              );
        };
        const open = () => [...snapshots].filter(([read]) => list.reads.includes(read));
        const settleRead = (read: Read, how: () => void) => {
          list.reads.splice(list.reads.indexOf(read), 1);
          how();
        };
        for (const { kind, id, isHeard } of steps) {
          const now = truth.get(id) ?? row(id);
          if (kind === 'change') {
            truth.set(id, { ...now, etag: `"${Number(now.etag.slice(1, -1)) + 1}"` });
            if (isHeard) live.hear({ tasks: [id], isOverflow: false });
          }
          note();
          const [first] = open();
          if (kind === 'answer' && first) settleRead(first[0], () => first[0].answer(first[1]));
          if (kind === 'fail' && first) settleRead(first[0], () => first[0].fail());
          if (kind === 'overflow') overflow();
          if (kind === 'page') {
            takePage(); // the one that was asked for before
            const [take, page] = [live.expect(), [...truth.values()]];
            takePage = () => take(page);
          }
          if (kind === 'wait') await pass(clock, 3_000);
          // what an action answers comes beside the reads
          if (kind === 'act') list.rows = patchRows(list.rows, new Map([[id, now]]), new Set());
          await settle();
          note();
        }
        for (const [id, last] of truth)
          truth.set(id, { ...last, etag: `"${Number(last.etag.slice(1, -1)) + 1}"`, status: 'succeeded' });
        for (let round = 0; round < 30; round++) {
          note();
          for (const [read, rows] of open()) settleRead(read, () => read.answer(rows));
          await pass(clock, 1_000);
        }
        expect(list.rows.map(({ id, etag, status }) => [id, etag, status])).toEqual(
          [...truth.values()].map(({ id, etag, status }) => [id, etag, status]),
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe('a thousand changes a second', () => {
  it('leave every row right, with answers that are slow, lost or overtaken', { timeout: 30_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat(999)), async (numbers) => {
        const next = () => Number(numbers.next().value);
        const ids = Array.from({ length: 300 }, (_, at) => `task-${at}`);
        const truth = new Map(ids.map((id) => [id, row(id)]));
        const { clock, list, live, overflow } = listOf([...truth.values()], 40);
        const answered = new Set<Read>();
        let shown = list.rows;
        const answerReads = () => {
          for (const read of list.reads) {
            if (answered.has(read)) continue;
            answered.add(read);
            const rows = read.ids.flatMap((id) => truth.get(id) ?? []);
            const fate = next() % 10;
            if (fate === 0) continue; // never answered
            clock.after(next() * 3, () => (fate === 1 ? read.fail() : read.answer(rows)));
          }
        };
        for (let ms = 0; ms < 4_000; ms += 100) {
          const changed = Array.from({ length: 100 }, () => ids[next() % ids.length] ?? '');
          const before = changed.slice(0, 3).flatMap((id) => truth.get(id) ?? []);
          for (const id of changed) {
            const now = truth.get(id) ?? row(id);
            const isRerun = next() % 40 === 0;
            truth.set(id, {
              ...now,
              runCount: now.runCount + Number(isRerun),
              attempt: isRerun ? 0 : now.attempt + (next() % 2),
              etag: `"${Number(now.etag.slice(1, -1)) + 1}"`,
            });
          }
          if (next() % 8 === 0) overflow();
          else live.hear({ tasks: changed, isOverflow: false });
          answerReads();
          await pass(clock, 100);
          // an action's answer that was read before these changes comes after them
          list.rows = patchRows(list.rows, new Map(before.map((old) => [old.id, old])), new Set());
          expect(list.rows.filter((now, at) => compareVersions(now, shown[at] ?? now) < 0)).toEqual([]);
          shown = list.rows;
        }
        for (const [id, last] of truth)
          truth.set(id, { ...last, etag: `"${Number(last.etag.slice(1, -1)) + 1}"`, status: 'succeeded' });
        live.hear({ tasks: ids, isOverflow: false });
        const wrong = () => list.rows.filter(({ id, etag }) => etag !== truth.get(id)?.etag).length;
        for (let seconds = 0; seconds < 120 && wrong() > 0; seconds++) {
          answerReads();
          await pass(clock, 1_000);
        }
        expect(list.rows).toEqual([...truth.values()]);
      }),
      { numRuns: 4 },
    );
  });
});
