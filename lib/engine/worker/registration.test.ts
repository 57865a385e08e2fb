import { afterEach, expect, test, vi } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startEngine } from '../testing/engine-fixture.ts';
import { Registration } from './registration.ts';
import { openRunMarks } from './run-marks.ts';

const fixture = started(startEngine, 'end');
afterEach(() => void vi.useRealTimers());

function registration(name: string): Registration {
  const unexpected = (error?: unknown) => expect.unreachable(String(error));
  return new Registration({
    ...{ database: fixture.database, name, queues: ['default'], types: ['order'], versions: {}, slots: 9 },
    ...{ leaseInMs: 60_000, busy: () => 7, onLeaseLost: unexpected, onScheduled: unexpected, onCommit: () => {} },
    ...{ onBadRun: (_, error) => unexpected(error), onTrouble: unexpected },
  });
}

test('a worker tells times by the clock of the database, not its own', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const worker = registration('slow clock');
  await worker.renew();
  vi.useRealTimers();
  const [row] = await fixture.database<
    { now: number }[]
  >`select extract(epoch from clock_timestamp())::float8 * 1000 as now`;
  const told = Date.parse(worker.timeOf(performance.now()));
  expect(Math.abs(told - (row?.now ?? 0))).toBeLessThan(60_000); // the two clocks are fifty years apart
});

test('a heartbeat tells how many runs a worker holds, and renews its lease', async () => {
  const worker = registration('busy');
  await worker.renew();
  await fixture.database`update worker set expires_on = now() + interval '1 second' where name = 'busy'`;
  const written = async () => {
    const rows = await fixture.database`
      select busy, expires_on > now() + interval '30 seconds' as is_renewed from worker where name = 'busy'`;
    return rows[0];
  };
  expect(await written()).toEqual({ busy: 0, is_renewed: false });
  worker.writer.beat();
  await expect.poll(written).toEqual({ busy: 7, is_renewed: true });
  await worker.writer.drain();
});

test('pointers that a run adds are added to those of its task', async () => {
  const marks = openRunMarks(fixture.database, (work) => work());
  const id = await fixture.create({ sensitive: ['/input/b'] });
  const [task] = await fixture.database<{ key: number }[]>`select key from task where id = ${id}`;
  for (const added of [['/output', '/input/a'], ['/output']]) await marks.add(task?.key ?? 0, added);
  expect(await fixture.database`select sensitive from task where id = ${id}`).toEqual([
    { sensitive: ['/input/a', '/input/b', '/output'] },
  ]);
  expect(await marks.pointersOf(id)).toEqual(['/input/a', '/input/b', '/output']);
  expect(await marks.pointersOf('none')).toEqual([]);
});
