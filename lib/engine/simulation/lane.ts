import { type ConnectOptions, connect, type Database } from '#database';
import type { Engine } from '../create-engine.ts';
import { createEngine } from '../create-engine.ts';
import { installCrashes, loseLastClaims } from './lost-claims.ts';
import { type Relay, startRelay } from './relay.ts';
import { installClock } from './simulated-clock.ts';

/** The connections of one process, through a relay that can break them. */
export type Wire = { name: string; relay: Relay; database: Database };

/** A database with its own clock, in which histories run one after the other. */
export type Lane = {
  /** Always reaches PostgreSQL: for observation. */
  direct: Database;
  /** A connection like the service's. */
  commands: Wire & { engine: Engine };
  /** Takes an unused wire, and waits for one when there is none. */
  takeWire(): Promise<Wire>;
  returnWire(wire: Wire): void;
  /** Undoes what a crash of the server loses, while nothing is connected. Resolves with the tasks whose claims are gone. */
  loseLastClaims(): Promise<string[]>;
  end(): Promise<void>;
};

const maximumWorkers = 6;
/** A worker that stalls inside a transaction must not hold up a history. */
const workerOptions: ConnectOptions = { isHot: true, maximumIdleInTransactionInMs: 2_000 };
/** Most of a history's time goes into statements that new connections plan. So a third of the workers have many. */
const connectionsOf = (worker: number) => (worker % 3 === 0 ? 4 : 2);

/** A migrated database. `owner` may change its tables, the role of `url` may not. */
export type LaneDatabase = { url: string; owner: Database };

/** Opens a lane over a database that nothing else uses. */
export async function openLane({ url, owner }: LaneDatabase): Promise<Lane> {
  await installClock(owner);
  await installCrashes(owner);
  const direct = connect(url, { connections: 2, name: 'observer' });
  const commands = await openWire(url, 'commands', { connections: 3 });
  const engine = createEngine(commands.database);
  const wires: Wire[] = [];
  for (let index = 0; index < maximumWorkers; index++)
    wires.push(await openWire(url, `worker ${index}`, { ...workerOptions, connections: connectionsOf(index) }));
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
    loseLastClaims: () => loseLastClaims(owner),
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
