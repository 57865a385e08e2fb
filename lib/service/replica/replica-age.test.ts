import { beforeEach, expect, it } from 'vitest';
import { ReplicaAge } from './replica-age.ts';

let now: number;
let age: ReplicaAge;
beforeEach(() => {
  now = 0;
  age = new ReplicaAge(10_000, () => now);
});
const mark = (position: number, takesMs = 0) => {
  const note = age.beginMark();
  now += takesMs;
  note(position);
};

it('is not known before the replica has been seen at a position of the primary', () => {
  expect(age.inMs()).toBeUndefined();
  mark(100);
  expect(age.inMs()).toBeUndefined();
  age.noteApplied(99);
  expect(age.inMs()).toBeUndefined();
});

it('counts from before the primary was asked where it is', () => {
  mark(100, 20);
  age.noteApplied(100);
  expect(age.inMs()).toBe(20);
  now += 480;
  expect(age.inMs()).toBe(500);
});

it('is that of the newest position that was reached', () => {
  for (const position of [100, 200, 300]) {
    mark(position);
    now += 1_000;
  }
  age.noteApplied(250);
  expect(age.inMs()).toBe(2_000);
  age.noteApplied(300);
  expect(age.inMs()).toBe(1_000);
});

it('stays small while nothing changes, and grows when the replica stands still', () => {
  mark(100);
  age.noteApplied(100);
  now += 60_000;
  mark(100);
  age.noteApplied(100);
  expect(age.inMs()).toBe(0);
  now += 5_000;
  mark(101);
  age.noteApplied(100);
  expect(age.inMs()).toBe(5_000);
  now += 5_000;
  expect(age.inMs()).toBe(10_000);
  now += 1;
  expect(age.inMs()).toBeUndefined();
});

it('is not known once the replica is lost', () => {
  mark(100);
  age.noteApplied(100);
  age.forget();
  expect(age.inMs()).toBeUndefined();
  age.noteApplied(100);
  expect(age.inMs()).toBeUndefined();
});
