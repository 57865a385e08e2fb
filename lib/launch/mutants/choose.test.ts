import { describe, expect, test } from 'vitest';
import { isChanged, readDiff } from './changed-lines.ts';
import { mutantOf } from './mutant.factory.ts';
import { parseOptions } from './options.ts';
import { isMutated, isNear, judges, roomOf, rooms } from './rooms.ts';
import { sampleByRoom } from './sample.ts';

describe('rooms', () => {
  test('a file belongs to the innermost room that contains it', () => {
    expect(roomOf('lib/engine/run/execution.ts')?.name).toBe('engine/run');
    expect(roomOf('lib/engine/events/raise-event.ts')?.name).toBe('engine');
    expect(roomOf('lib/engine/runner.ts')?.name).toBe('engine');
    expect(roomOf('lib/service/tasks/create.ts')).toBeUndefined();
  });

  test('tests and what only tests use have no mutants', () => {
    expect(isMutated('lib/state/write/commit.ts')).toBe(true);
    expect(isMutated('lib/dashboard/live.tsx')).toBe(true);
    expect(isMutated('lib/state/write/plans.test.ts')).toBe(false);
    expect(isMutated('lib/state/testing/store.ts')).toBe(false);
    expect(isMutated('lib/engine/run/testing.ts')).toBe(false);
    expect(isMutated('lib/blobs/config.ts')).toBe(false);
  });

  test('components of the dashboard have none: journeys judge them', () => {
    expect(isMutated('lib/dashboard/run/parts/run-tabs.tsx')).toBe(false);
    expect(isMutated('lib/dashboard/run/parts/edit/model.ts')).toBe(false);
    expect(isMutated('lib/dashboard/live/live-stream.ts')).toBe(true);
    expect(isMutated('lib/engine/parts/part.ts')).toBe(true);
  });

  test('a room is judged by the tests of its own folders and of no other', () => {
    const client = rooms.find(({ name }) => name === 'client');
    if (!client) throw new Error('no room client');
    expect(judges(client, 'lib/client/watch.test.ts')).toBe(true);
    expect(judges(client, 'lib/state/write/plans.test.ts')).toBe(false);
    expect(isNear(client, 'lib/client/watch.test.ts')).toBe(true);
    expect(isNear(client, 'lib/service/http/fuzz.test.ts')).toBe(false);
  });
});

describe('sample', () => {
  const mutants = ['client', 'state'].flatMap((room) =>
    Array.from({ length: 50 }, (_, at) => mutantOf({ room, id: `${room} ${at}` })),
  );
  const ids = (size: number, seed: number) => sampleByRoom(mutants, size, seed).map(({ id }) => id);

  test('draws as many of each room as asked, each once', () => {
    const drawn = sampleByRoom(mutants, 20, 7);
    expect(drawn.filter(({ room }) => room === 'client')).toHaveLength(20);
    expect(drawn.filter(({ room }) => room === 'state')).toHaveLength(20);
    expect(new Set(drawn).size).toBe(40);
    expect(sampleByRoom(mutants, 80, 7)).toHaveLength(100);
  });

  test('a seed draws the same ones again, another seed others', () => {
    expect(ids(20, 7)).toEqual(ids(20, 7));
    expect(ids(20, 7)).not.toEqual(ids(20, 8));
  });
});

describe('changed lines', () => {
  const diff = [
    'diff --git lib/a.ts lib/a.ts',
    '--- lib/a.ts',
    '+++ lib/a.ts',
    '@@ -3,0 +4,2 @@ function a() {',
    '+  b();',
    '+  c();',
    '@@ -9 +11 @@',
    '-  d();',
    '+  e();',
    '@@ -20,2 +21,0 @@',
    '-  f();',
    '-  g();',
    'diff --git lib/b.ts lib/b.ts',
    '--- lib/b.ts',
    '+++ lib/b.ts',
    '@@ -1 +1 @@',
  ].join('\n');

  test('come from the new side of each hunk', () => {
    expect(Object.fromEntries(readDiff(diff))).toEqual({
      'lib/a.ts': [
        [4, 5],
        [11, 11],
      ],
      'lib/b.ts': [[1, 1]],
    });
  });

  test('touch mutants that begin, end or stand on them', () => {
    const changed = readDiff(diff);
    const at = (line: number, endLine: number, file = 'lib/a.ts') =>
      isChanged(mutantOf({ file, line, endLine }), changed);
    expect([at(5, 5), at(5, 8), at(1, 4), at(2, 30)]).toEqual([true, true, true, true]);
    expect([at(1, 3), at(6, 10), at(12, 12), at(4, 4, 'lib/c.ts')]).toEqual([false, false, false, false]);
  });
});

describe('options', () => {
  test('without any, every room and the SQL faults are tried', () => {
    const options = parseOptions([]);
    expect(options.rooms).toHaveLength(rooms.length);
    expect(options).toMatchObject({ withSql: true, withSource: true, sample: undefined, since: undefined });
  });

  test('a room alone leaves out the SQL faults, and sql alone leaves out the rooms', () => {
    expect(parseOptions(['--room', 'client'])).toMatchObject({ rooms: ['client'], withSql: false, withSource: true });
    expect(parseOptions(['--room', 'sql'])).toMatchObject({ withSql: true, withSource: false });
    expect(parseOptions(['--since', 'main'])).toMatchObject({ since: 'main', withSql: false, withSource: true });
  });

  test.each([
    ['--room', 'engin'],
    ['--sample', '0'],
    ['--seed', 'x'],
    ['--smaple', '3'],
  ])('%s %s is refused', (...args) => {
    expect(() => parseOptions(args)).toThrow(args[0] === '--room' ? 'The rooms are' : args[0]);
  });
});
