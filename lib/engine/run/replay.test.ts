import { expect, test } from 'vitest';
import type { RecordedStep } from './read-journal.ts';
import { Replay } from './replay.ts';

const recorded = (sequence: number, name: string): RecordedStep => ({
  task_key: 1,
  sequence,
  name,
  kind: 'step',
  status: 'succeeded',
  attempt: 1,
  attempts: null,
  output: null,
  error: null,
  started_ago: 0,
  wake_in: null,
  event_name: null,
  child_task_id: null,
  call_order: null,
});
const journal = ['a', 'b', 'a', 'c'].map((name, sequence) => recorded(sequence, name));

test('calls meet the journal in order and go on after its end', () => {
  const replay = new Replay(journal);
  const places = ['a', 'b', 'a', 'c', 'a'].map((name) => replay.place(name, 'step'));
  expect(places.map(({ sequence, recorded }) => [sequence, recorded?.name])).toEqual([
    [0, 'a'],
    [1, 'b'],
    [2, 'a'],
    [3, 'c'],
    [4, undefined],
  ]);
});

test('another name or kind is refused with both names', () => {
  expect(() => new Replay(journal).place('z', 'step')).toThrow('sequence 0 it calls step "z", but step "a"');
  expect(() => new Replay(journal).place('a', 'sleep')).toThrow('it calls sleep "a", but step "a"');
});

test('a call that comes before its turn is met by its name, and the others stay where they were', () => {
  const replay = new Replay(journal);
  const places = ['c', 'a', 'a', 'b', 'd'].map((name) => replay.place(name, 'step'));
  expect(places.map(({ sequence, recorded }) => [sequence, recorded?.name])).toEqual([
    [3, 'c'],
    [0, 'a'],
    [2, 'a'],
    [1, 'b'],
    [4, undefined],
  ]);
  expect(replay.isBehind).toBe(false);
});

test('a journal of one step is one', () => {
  const replay = new Replay([recorded(0, 'a')]);
  expect(replay.place('a', 'step').recorded?.name).toBe('a');
  expect(replay.place('b', 'step')).toEqual({ sequence: 1, name: 'b', recorded: undefined });
});

test('a call is met under the name that earlier versions gave it', () => {
  expect(new Replay(journal).place('a', 'step', 'former').recorded?.name).toBe('a');
  expect(new Replay(journal).place('renamed', 'step', 'a').recorded?.name).toBe('a');
  expect(() => new Replay(journal).place('renamed', 'step', 'z')).toThrow('it calls step "renamed", but step "a"');
  const diverged = new Replay(journal);
  diverged.diverge();
  expect(diverged.place('renamed', 'step', 'b')).toMatchObject({ sequence: 1, recorded: { name: 'b' } });
});

test('once a failed step ran again, calls are matched by name and occurrence', () => {
  const replay = new Replay(journal);
  replay.place('a', 'step');
  replay.diverge();
  const places = ['c', 'new', 'a', 'a'].map((name) => replay.place(name, 'step'));
  expect(places.map(({ sequence, recorded }) => [sequence, recorded !== undefined])).toEqual([
    [3, true],
    [4, false],
    [2, true],
    [5, false],
  ]);
});

test('a call of another kind is not the recorded one, whatever its name', () => {
  const replay = new Replay(journal);
  replay.diverge();
  expect(replay.place('b', 'sleep')).toEqual({ sequence: 4, name: 'b', recorded: undefined });
  expect(replay.place('b', 'step')).toMatchObject({ sequence: 1, recorded: { name: 'b' } });
});
