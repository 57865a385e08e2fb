import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, reservePort } from '#database/testing';
import { portOf } from '../contract/testing/listen.ts';
import { started } from '../contract/testing/started.ts';
import { connect } from './connect.ts';
import { failureKind, isLoginRefused } from './failure-kind.ts';
import { PrimaryFinder, type Standing } from './primary-finder.ts';

const one = { host: 'one', port: 5_432, url: 'postgres://one/db' };
const other = { host: 'other', port: 5_432, url: 'postgres://other/db' };

/** A finder over two servers, whose answers can change. */
function over(answers: { one: Standing | 'away'; other: Standing | 'away' }) {
  const finder = new PrimaryFinder([one, other], async ({ host }) => {
    const answer = host === 'one' ? answers.one : answers.other;
    if (answer === 'away') throw Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' });
    return answer;
  });
  return async () => {
    finder.forget();
    return finder.find().then(
      ({ host }) => host,
      (error: unknown) => `${failureKind(error)}: ${error instanceof Error ? error.message : ''}`,
    );
  };
}

const primary = (timeline: number) => ({ isReplica: false, timeline });
const replica = { isReplica: true, timeline: 0 };

test('the primary is found wherever it is, and none is an error that says what each server is', async () => {
  const answers: Parameters<typeof over>[0] = { one: primary(1), other: replica };
  const find = over(answers);
  expect(await find()).toBe('one');
  answers.one = 'away';
  expect(await find()).toMatch(/^away: no server .*accepts changes: .*other:5432 is a replica/);
  answers.other = primary(2);
  expect(await find()).toBe('other');
});

test('of two primaries the one that was promoted last is used, and a former one never again', async () => {
  const answers: Parameters<typeof over>[0] = { one: primary(1), other: primary(2) };
  const find = over(answers);
  expect(await find()).toBe('other');
  answers.other = 'away';
  expect(await find()).toMatch(/^away: .*one:5432 is a former primary/);
});

const real = started(createTestDatabase, 'drop');
let silent: Server;
beforeAll(async () => {
  silent = createServer(() => {});
  const port = await reservePort();
  await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
});
afterAll(async () => {
  silent.close();
});

const withHosts = (...ports: (number | string)[]) =>
  real.url.replace(/127\.0\.0\.1:\d+/, ports.map((port) => `127.0.0.1:${port}`).join(','));

test('a pool with several hosts uses the one that answers, for queries, transactions and notifications', async () => {
  const database = connect(withHosts(await reservePort(), portOf(silent), new URL(real.url).port), { connections: 2 });
  const heard = Promise.withResolvers<string>();
  await database.listen('of_the_test', heard.resolve);
  expect(await database.begin((transaction) => transaction`select 1 as n`)).toEqual([{ n: 1 }]);
  await database.notify('of_the_test', 'here');
  expect(await heard.promise).toBe('here');
  await database.end({ timeout: 0 });
});

test('without a primary a query fails in time, as one that lost its connection', async () => {
  const database = connect(withHosts(await reservePort(), await reservePort()), { connections: 1 });
  for (let query = 0; query < 3; query += 1)
    await expect(database`select 1`).rejects.toSatisfy((error) => failureKind(error) === 'away');
  await database.end({ timeout: 0 });
});

test('a wrong password is told as such', async () => {
  const wrong = new URL(real.url);
  wrong.password = 'wrong';
  const database = connect(`${wrong.href}?target_session_attrs=read-write`, { connections: 1 });
  await expect(database`select 1`).rejects.toSatisfy(isLoginRefused);
  await database.end({ timeout: 0 });
});
