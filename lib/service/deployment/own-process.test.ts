import { expect, test } from 'vitest';
import { type Database, DatabaseClock } from '#database';
import { started } from '../../contract/testing/started.ts';
import { readConfig } from '../config.ts';
import { startTestService } from '../testing/test-service.ts';
import { OwnProcess } from './own-process.ts';

const service = started(startTestService, 'close');
const blobs = { description: 'none', check: () => Promise.resolve() };

/** A database whose first row of a process is written when `release` is called. `asked` resolves when it is to be written. */
function delayingFirstRow(database: Database) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isFirst = true;
  const delaying = new Proxy(database, {
    apply(target, self, parts: unknown[]) {
      const send = () => Reflect.apply(target, self, parts);
      if (!isFirst || !String(parts[0]).includes('insert into service_process')) return send();
      isFirst = false;
      asked.resolve();
      return released.promise.then(send);
    },
  });
  return { delaying, asked: asked.promise, release: released.resolve };
}

test('what a process says of itself is not replaced by what it was about to say earlier', async () => {
  const { delaying, asked, release } = delayingFirstRow(service.database);
  const config = readConfig({ DATABASE_URL: service.databaseUrl });
  const process = new OwnProcess(delaying, new DatabaseClock(service.database), config, blobs, undefined);
  const early = process.renew();
  await asked;
  process.noteForwarding('203.0.113.9');
  const late = process.renew();
  for (let trip = 0; trip < 20; trip++) await service.database`select`; // time enough to overtake
  release();
  await Promise.all([early, late]);
  const [row] = await service.database<{ forwardedBy: string }[]>`
    select facts ->> 'forwardedBy' as "forwardedBy" from service_process where id = ${process.id}`;
  expect(row).toEqual({ forwardedBy: '203.0.113.9' });
});
