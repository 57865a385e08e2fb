import { expect, test } from 'vitest';
import { type Presence, replacementsOf } from './replacements.ts';

let keys = 0;
function worker(name: string, start: number, given: Partial<Presence> & { lostAt?: number } = {}): Presence {
  const { lostAt, ...more } = given;
  const time = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;
  return {
    key: ++keys,
    name,
    queues: ['default'],
    types: ['order'],
    started_on: time(start),
    last_seen_on: time(lostAt ?? 50),
    expires_on: time((lostAt ?? 50) + 9),
    is_lost: lostAt !== undefined,
    ...more,
  };
}

/** What replaces whom, by the names of lost workers. */
function replaced(...workers: Presence[]): Record<string, string> {
  const names = new Map(workers.map(({ key, name }) => [key, name]));
  return Object.fromEntries([...replacementsOf(workers)].map(([key, by]) => [names.get(key) ?? '', by]));
}

test('a program that was killed is replaced by its restart, whatever its new process is called', () => {
  expect(replaced(worker('host-1', 0, { lostAt: 10 }), worker('host-2', 11))).toEqual({ 'host-1': 'host-2' });
});

test('a worker that was there before, or serves less, replaces none', () => {
  const gone = worker('gone', 0, { lostAt: 10, queues: ['default', 'mail'] });
  expect(replaced(gone, worker('other', 5, { queues: ['default', 'mail'] }), worker('less', 11))).toEqual({});
  expect(replaced(gone, worker('more', 11, { queues: ['mail', 'gpu', 'default'] }))).toEqual({ gone: 'more' });
});

test('each worker replaces one: of two that are gone, the last', () => {
  const gone = [worker('a', 0, { lostAt: 10 }), worker('b', 1, { lostAt: 20 })];
  expect(replaced(...gone, worker('c', 21))).toEqual({ b: 'c' });
  expect(replaced(...gone, worker('c', 21), worker('d', 22))).toEqual({ b: 'c', a: 'd' });
});

test('of a program that is killed again and again, only the last process is missed', () => {
  const restarts = [worker('a', 0, { lostAt: 10 }), worker('b', 11, { lostAt: 20 })];
  expect(replaced(...restarts)).toEqual({ a: 'b' });
});

test('what a service does by itself, every service does', () => {
  const bulk = worker('service-host-1-bulk-operation', 0, { lostAt: 10, queues: ['taskdeck'] });
  expect(replaced(bulk)).toEqual({ 'service-host-1-bulk-operation': 'service' });
  expect(replaced(worker('own', 0, { lostAt: 10, queues: ['taskdeckhand'] }))).toEqual({});
});
