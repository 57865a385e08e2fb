import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startRuns } from '../run/testing.ts';
import { parseSecretsKey, setSecret } from '../secrets/index.ts';
import { registerType } from '../testing/engine-fixture.ts';

const fixture = started(startRuns, 'end');

test('a run whose input is still being read when its worker stops does not begin there', async () => {
  const secretsKey = parseSecretsKey(randomBytes(32).toString('base64'));
  if (secretsKey === undefined) throw new Error('no key');
  await setSecret(fixture.database, secretsKey, { name: 'KEY', value: 'open sesame' }, { name: 'ada' });
  await registerType(fixture.database, 'late');
  const { id } = await fixture.create({ type: 'late', input: { key: { $secret: 'KEY' } } });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
  const blocking = fixture.database.begin(async (transaction) => {
    await transaction`lock table secret in access exclusive mode`;
    lock();
    await released;
  });
  await locked;
  let begun = 0;
  const run = () => {
    begun += 1;
  };
  const worker = await fixture.work([{ type: 'late', run }], { secretsKey });
  await fixture.until(id, ({ status }) => status === 'running');
  await worker.stop();
  release();
  await blocking;
  await delay(300);
  expect(begun).toBe(0);
  expect((await fixture.engine.getTask(id)).status).toBe('queued');
});
