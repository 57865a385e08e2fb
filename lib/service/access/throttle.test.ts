import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { admitAttempt, forgiveAttempts, isFree, secondsToWait, type ThrottleSubject } from './throttle.ts';

const fresh = started(createTestDatabase, 'drop');

let subjects = 0;
const subjectOf = (kind: ThrottleSubject['kind']): ThrottleSubject => {
  subjects += 1;
  return { kind, value: `s${subjects}` };
};
/** The seconds to wait, `undefined` when the attempt may go on. */
const ask = async (subject: ThrottleSubject) => {
  const admission = await admitAttempt(fresh.database, subject);
  return 'seconds' in admission ? admission.seconds : undefined;
};
const nameOf = ({ kind, value }: ThrottleSubject) =>
  `${kind}:${kind === 'address' ? value : hash('sha256', value, 'base64url')}`;
/** Sets a counter whose last attempt was a while ago, so that no delay is left. */
const put = (subject: ThrottleSubject, failures: number, minutesAgo = 0) => fresh.database`
  insert into sign_in_throttle (subject, failures, blocked_until, last_attempt_on)
  values (${nameOf(subject)}, ${failures}, 'epoch', now() - make_interval(mins => ${minutesAgo}))
  on conflict (subject) do update set failures = ${failures}, blocked_until = 'epoch',
    last_attempt_on = now() - make_interval(mins => ${minutesAgo})`;
const failuresOf = async (subject: ThrottleSubject) => {
  const [row] = await fresh.database<{ failures: number }[]>`
    select failures from sign_in_throttle where subject = ${nameOf(subject)}`;
  return row?.failures;
};

test.for([
  ['pair', 5],
  ['address', 30],
  ['account', 50],
] as const)('one %s has %i attempts free, at the same time or one after the other', async ([kind, free]) => {
  const subject = subjectOf(kind);
  const answers = await Promise.all(Array.from({ length: free + 3 }, () => ask(subject)));
  expect(answers.filter((seconds) => seconds === undefined)).toHaveLength(free);
  expect(answers.filter((seconds) => seconds === 1)).toHaveLength(3);
  expect(await failuresOf(subject)).toBe(free);
});

test.for([
  ['pair', 5, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]],
  ['account', 50, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]],
  ['address', 30, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]],
] as const)('then the delay for one %s doubles with each failure up to a maximum', async ([kind, free, delays]) => {
  const subject = subjectOf(kind);
  for (const [index, seconds] of delays.entries()) {
    await put(subject, free - 1 + index);
    expect(await ask(subject)).toBeUndefined();
    expect(await ask(subject)).toBe(seconds);
  }
  await put(subject, 10_000);
  await ask(subject);
  expect(await ask(subject)).toBe(delays.at(-1));
});

test('failures are forgotten after an hour without an attempt, not before', async () => {
  const subject = subjectOf('pair');
  await put(subject, 9, 59);
  expect(await ask(subject)).toBeUndefined();
  expect(await failuresOf(subject)).toBe(10);
  await put(subject, 9, 61);
  expect(await ask(subject)).toBeUndefined();
  expect(await failuresOf(subject)).toBe(1);
  expect(await ask(subject)).toBeUndefined();
});

test('a right password clears its pair, and takes only its own attempt back from the others', async () => {
  const all = [subjectOf('address'), subjectOf('pair'), subjectOf('account')] as const;
  for (const subject of all) {
    await put(subject, 4);
    expect(await ask(subject)).toBeUndefined();
  }
  await forgiveAttempts(fresh.database, all);
  expect(await Promise.all(all.map(failuresOf))).toEqual([4, undefined, 4]);
  await put(all[0], 0);
  await forgiveAttempts(fresh.database, [all[0]]);
  expect(await failuresOf(all[0])).toBe(0);
});

test.for([
  ['pair', 5],
  ['address', 30],
  ['account', 50],
] as const)('an attempt of one %s is free up to the %ith failure', ([kind, free]) => {
  const subject: ThrottleSubject = { kind, value: 's' };
  expect([free - 1, free, free + 1].map((failures) => isFree(subject, failures))).toEqual([true, true, false]);
});

test('a look at the wait counts nothing', async () => {
  const subject = subjectOf('account');
  expect(await secondsToWait(fresh.database, subject)).toBeUndefined();
  expect(await failuresOf(subject)).toBeUndefined();
  await put(subject, 51);
  expect(await secondsToWait(fresh.database, subject)).toBeUndefined();
  await ask(subject);
  expect(await secondsToWait(fresh.database, subject)).toBe(4);
  expect(await failuresOf(subject)).toBe(52);
});

test('a block that ends later than any lasts is of a clock that was set back, and is over', async () => {
  const subject = subjectOf('pair');
  await put(subject, 100);
  await ask(subject);
  expect(await secondsToWait(fresh.database, subject)).toBe(300);
  await fresh.database`
    update sign_in_throttle set blocked_until = blocked_until + interval '1 hour' where subject = ${nameOf(subject)}`;
  expect(await secondsToWait(fresh.database, subject)).toBeUndefined();
  expect(await ask(subject)).toBeUndefined();
  expect(await ask(subject)).toBe(300);
});
