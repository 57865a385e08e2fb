import postgres from 'postgres';
import { type RunningWorker, runWorker } from '../worker/worker.ts';
import type { Lane, Wire } from './lane.ts';
import { simulatedTask } from './simulated-task.ts';
import type { Stage } from './stage.ts';

/** A worker of a history. `stalled`: it sends nothing until it is resumed; `dead`: its connections are gone as well. */
export type SimulatedWorker = {
  readonly name: string;
  readonly wire: Wire;
  readonly running: RunningWorker;
  state: 'live' | 'stalled' | 'dead' | 'stopped';
  /** Whether its connections were broken, so that its last writes may be lost. */
  isHarmed: boolean;
};

/** Long enough that only a jump of the clock ends it. */
const leaseInMs = 30_000;
const deadlockDetected = '40P01';

/** The workers of one history. */
export class Fleet {
  readonly #lane: Lane;
  readonly #stage: Stage;
  readonly #queue: string;
  readonly #workers: SimulatedWorker[] = [];

  constructor(lane: Lane, stage: Stage, queue: string) {
    this.#lane = lane;
    this.#stage = stage;
    this.#queue = queue;
  }

  in(...states: SimulatedWorker['state'][]): SimulatedWorker[] {
    return this.#workers.filter(({ state }) => states.includes(state));
  }

  get liveNames(): string[] {
    return this.in('live').map(({ name }) => name);
  }

  async start(): Promise<void> {
    const wire = await this.#lane.takeWire();
    const name = `${this.#queue}-w${this.#workers.length + 1}`;
    this.#stage.note(`${name} starts`);
    const running = await runWorker({
      database: wire.database,
      definitions: [simulatedTask(this.#stage, name)],
      queues: [this.#queue],
      slots: 8,
      leaseInMs,
      keepForInMs: this.#workers.length % 3 === 2 ? 0 : 30_000,
      name,
      onTrouble: (error) => this.#trouble(name, error),
    });
    this.#workers.push({ name, wire, running, state: 'live', isHarmed: false });
  }

  /**
   * Stalls a worker. Its open transaction stays open until PostgreSQL ends it for being idle. PostgreSQL does not end
   * one in the middle of a request, so those connections are cut.
   */
  async stall(worker: SimulatedWorker): Promise<void> {
    this.#stage.note(`${worker.name} stalls`);
    worker.state = 'stalled';
    worker.isHarmed = true;
    worker.wire.relay.hold();
    let calmLooks = 0; // one is not enough: a request may be on its way to a server that is busy
    for (let looks = 0; looks < 30 && calmLooks < 5; looks++) {
      const [active] = await this.#lane.direct`
        select from pg_stat_activity where datname = current_database() and application_name = ${worker.wire.name}
          and state = 'active' limit 1`;
      calmLooks = active === undefined ? calmLooks + 1 : 0;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    if (calmLooks === 5) return;
    this.#stage.note(`${worker.name} loses its connections as well`);
    worker.wire.relay.cut();
  }

  kill(worker: SimulatedWorker): void {
    this.#stage.note(`${worker.name} dies`);
    worker.state = 'dead';
    worker.isHarmed = true;
    worker.wire.relay.kill();
  }

  /** Resumes a stalled worker, or reconnects one that was cut off. */
  resume(worker: SimulatedWorker): void {
    this.#stage.note(`${worker.name} is back`);
    worker.state = 'live';
    worker.wire.relay.resume();
  }

  /**
   * The server crashes and comes back: all workers lose their connections, and claims are lost that no other write
   * followed. Resolves with their tasks.
   */
  async crashServer(): Promise<string[]> {
    const connected = this.in('live', 'stalled');
    for (const worker of connected) {
      worker.isHarmed = true;
      worker.wire.relay.kill();
    }
    await this.#disconnected(connected.map(({ wire }) => wire.name));
    const lost = await this.#lane.loseLastClaims();
    this.#stage.note(`the server crashes and loses the claims of ${lost.length === 0 ? 'no run' : lost.join(', ')}`);
    for (const { wire, state } of connected) {
      wire.relay.resume();
      if (state === 'stalled') wire.relay.hold();
    }
    return lost;
  }

  /** PostgreSQL may still execute what a connection had sent. */
  async #disconnected(names: string[]): Promise<void> {
    for (;;) {
      const [connection] = await this.#lane.direct`
        select from pg_stat_activity where datname = current_database() and application_name = any(${names}::text[]) limit 1`;
      if (connection === undefined) return;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  /** Stops a worker like a deployment: current steps may end, and its runs are handed back. */
  async stop(worker: SimulatedWorker): Promise<void> {
    this.#stage.note(`${worker.name} stops`);
    worker.state = 'stopped';
    this.#stage.letGo(worker.name);
    await worker.running.stop();
    this.#stage.note(`${worker.name} has stopped`);
    this.#lane.returnWire(worker.wire);
  }

  /** Ends every worker. Resolves when all have left, also dead ones, which are revived for it. */
  async end(): Promise<void> {
    await Promise.all(
      this.in('live', 'stalled', 'dead').map((worker) => {
        this.resume(worker);
        return this.stop(worker);
      }),
    );
  }

  #trouble(name: string, error: Error): void {
    this.#stage.note(`${name} tells: ${error.message}`);
    if (error instanceof postgres.PostgresError && error.code !== deadlockDetected && error.severity === 'ERROR')
      this.#stage.violate(`PostgreSQL refused what ${name} sent: ${error.code} ${error.message}`);
  }
}
