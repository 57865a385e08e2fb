import { type ConnectOptions, connect, type Database } from '#database';
import type { Engine } from '../create-engine.ts';
import { createEngine } from '../create-engine.ts';
import { type Relay, startRelay } from './relay.ts';
import { installClock } from './simulated-clock.ts';

/** Connections of one process, with a relay that can do harm to them. */
export type Wire = { name: string; relay: Relay; database: Database };

/** A database with a clock of its own in which histories run one after the other. */
export type Lane = {
  /** Reaches PostgreSQL whatever happens to the others: for what is looked at. */
  direct: Database;
  /** As the service would reach it. */
  commands: Wire & { engine: Engine };
  /** Takes a wire that no worker uses, and waits for one where there is none. */
  takeWire(): Promise<Wire>;
  returnWire(wire: Wire): void;
  end(): Promise<void>;
};

const maximumWorkers = 6;
/** A worker that stalls in the middle of a transaction must not hold up a history. */
const workerOptions: ConnectOptions = { connections: 4, isHot: true, maximumIdleInTransactionInMs: 2_000 };

/** Makes a lane of a migrated database that nobody else uses. */
export async function openLane(url: string): Promise<Lane> {
  const setUp = connect(url, { connections: 1 });
  await installClock(setUp);
  await setUp.end();
  const direct = connect(url, { connections: 2, name: 'observer' });
  const commands = await openWire(url, 'commands', { connections: 3 });
  const engine = createEngine(commands.database);
  const wires: Wire[] = [];
  for (let index = 0; index < maximumWorkers; index++)
    wires.push(await openWire(url, `worker ${index}`, workerOptions));
  const free = [...wires];
  const waiting: ((wire: Wire) => void)[] = [];
  return {
    direct,
    commands: { ...commands, engine },
    async takeWire() {
      return free.shift() ?? new Promise((resolve) => waiting.push(resolve));
    },
    returnWire(wire) {
      const next = waiting.shift();
      if (next === undefined) free.push(wire);
      else next(wire);
    },
    async end() {
      await engine.close();
      for (const { database, relay } of [commands, ...wires]) {
        await database.end({ timeout: 1 });
        await relay.stop();
      }
      await direct.end({ timeout: 1 });
    },
  };
}

async function openWire(url: string, name: string, options: ConnectOptions): Promise<Wire> {
  const relay = await startRelay(url);
  return { name, relay, database: connect(relay.url, { ...options, name }) };
}
