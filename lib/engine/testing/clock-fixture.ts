import { connect } from '#database';
import { createTestDatabase } from '#database/testing';
import { createEngine } from '../create-engine.ts';
import { installClock } from '../simulation/simulated-clock.ts';
import { registerType } from './engine-fixture.ts';

/** An engine over a database whose clock stands where the test sets it. */
export async function startEngineWithClock() {
  const place = await createTestDatabase();
  await installClock(place.owner);
  const database = connect(place.url, { connections: 4 });
  const engine = createEngine(database);
  await registerType(database, 'order');
  return {
    database,
    owner: place.owner,
    engine,
    async setClock(time: string) {
      for (const name of ['now', 'clock_timestamp'])
        await place.owner.unsafe(
          `create or replace function public.${name}() returns timestamptz language sql stable as 'select ''${time}''::timestamptz'`,
        );
    },
    async end() {
      await engine.close();
      await database.end({ timeout: 1 });
      await place.drop();
    },
  };
}
