import postgres from 'postgres';
import { expect, test } from 'vitest';
import { groupCommit, type Outcome } from './group-commit.ts';

/** An error of the server as postgres.js throws it. */
function refusal(code: string, severity = 'ERROR'): Error {
  return Object.assign(Object.create(postgres.PostgresError.prototype), { code, severity, message: code });
}

function lostConnection(): Error {
  return Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' });
}

/** A commit that stays open until `release`, and the items it was given. */
function heldCommit() {
  const batches: number[][] = [];
  let release: () => void = () => {};
  const commit = async (items: readonly number[]): Promise<Outcome<number>[]> => {
    batches.push([...items]);
    if (batches.length === 1) await new Promise<void>((resolve) => (release = resolve));
    return items.map((item) => ({ result: item * 10 }));
  };
  return { batches, commit, release: () => release() };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('items written together share a commit; those that arrive meanwhile share the next, up to the maximum', async () => {
  const held = heldCommit();
  const { write } = groupCommit({ commit: held.commit, maximumItems: 3 });
  const first = [write(1), write(2)];
  await nextTurn();
  const later = [3, 4, 5, 6].map(write);
  await nextTurn();
  expect(held.batches).toEqual([[1, 2]]);
  held.release();
  expect(await Promise.all([...first, ...later])).toEqual([10, 20, 30, 40, 50, 60]);
  expect(held.batches).toEqual([[1, 2], [3, 4, 5], [6]]);
});

test('a commit is bounded in size, but for a single larger item', async () => {
  const batches: number[][] = [];
  const { write } = groupCommit<number, number>({
    maximumItems: 100,
    maximumSize: 10,
    sizeOf: (item) => item,
    commit: async (items) => {
      batches.push([...items]);
      return items.map((item) => ({ result: item }));
    },
  });
  await Promise.all([4, 6, 1, 50, 10].map(write));
  expect(batches).toEqual([[4, 6], [1], [50], [10]]);
});

test('each item has its own outcome; one that is to go again is sent until it has one', async () => {
  const batches: number[][] = [];
  const { write } = groupCommit<number, string>({
    maximumItems: 10,
    commit: async (items) => {
      batches.push([...items]);
      return items.map((item) => {
        if (item === 1) return { error: new Error('one is wrong') };
        return batches.length === 1 ? 'again' : { result: `done ${item}` };
      });
    },
  });
  const [one, two, three] = await Promise.allSettled([1, 2, 3].map(write));
  expect(one).toMatchObject({ status: 'rejected', reason: { message: 'one is wrong' } });
  expect([two, three]).toMatchObject([{ value: 'done 2' }, { value: 'done 3' }]);
  expect(batches).toEqual([
    [1, 2, 3],
    [2, 3],
  ]);
});

test('an item that is not answered is rejected', async () => {
  const { write } = groupCommit<number, number>({ maximumItems: 2, commit: async () => [{ result: 1 }] });
  const [one, two] = await Promise.allSettled([write(1), write(2)]);
  expect(one).toMatchObject({ value: 1 });
  expect(two).toMatchObject({ reason: { message: expect.stringContaining('fewer outcomes') } });
});

test('a bad item fails alone', async () => {
  const { write } = groupCommit<number, number>({
    maximumItems: 10,
    commit: async (items) => {
      if (items.includes(2)) throw refusal('23505');
      return items.map((item) => ({ result: item }));
    },
  });
  const settled = await Promise.allSettled([1, 2, 3].map(write));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('after a lost connection every item of the commit is rejected, and none is sent again', async () => {
  let commits = 0;
  const { write } = groupCommit<number, number>({
    maximumItems: 10,
    commit: async () => {
      commits += 1;
      throw lostConnection();
    },
  });
  const settled = await Promise.allSettled([1, 2].map(write));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(commits).toBe(1);
});

test('a commit that can be repeated is, while the database is away, together first and then item by item', async () => {
  const batches: number[][] = [];
  const survived: unknown[] = [];
  const { write } = groupCommit<number, number>({
    maximumItems: 10,
    onRepeat: (error) => survived.push(error),
    commit: async (items) => {
      batches.push([...items]);
      if (batches.length <= 3) throw lostConnection();
      return items.map((item) => ({ result: item }));
    },
  });
  expect(await Promise.all([1, 2].map(write))).toEqual([1, 2]);
  expect(batches).toEqual([[1, 2], [1, 2], [1], [1], [2]]);
  expect(survived).toHaveLength(2);
});

test('a refusal ends an item of a repeatable commit too', async () => {
  const { write } = groupCommit<number, number>({
    maximumItems: 10,
    onRepeat: () => {},
    commit: async () => {
      throw refusal('22P05');
    },
  });
  await expect(write(1)).rejects.toMatchObject({ code: '22P05' });
});

test('drain resolves when all that was written before it is settled', async () => {
  const held = heldCommit();
  const { write, drain } = groupCommit({ commit: held.commit, maximumItems: 1 });
  const settled: number[] = [];
  for (const item of [1, 2]) void write(item).then((result) => settled.push(result));
  await nextTurn();
  let isDrained = false;
  const drained = drain().then(() => (isDrained = true));
  await nextTurn();
  expect(isDrained).toBe(false);
  held.release();
  await drained;
  expect(settled).toEqual([10, 20]);
  await drain();
});

test('an item written alone does not wait for a commit under way', async () => {
  const held = heldCommit();
  const { write, writeAlone } = groupCommit({ commit: held.commit, maximumItems: 10 });
  const waiting = write(1);
  await nextTurn();
  expect(await writeAlone(2)).toBe(20);
  expect(held.batches).toEqual([[1], [2]]);
  held.release();
  await waiting;
});
