import { TaskdeckError, taskConfig } from '#contract';
import type { TaskPlan } from './program.ts';
import { type SimulatedInput, simulatedType } from './simulated-task.ts';
import type { World } from './world.ts';
import { observe } from './world.ts';

const actor = { name: 'ada@example.org' };

/** A fault of the next command's connection. */
type Harm = { kind: 'request' } | { kind: 'answer'; count: number };

type Answer = 'done' | 'refused' | 'perhaps';

/** Sends commands to the engine as the service would, and records each answer in the ledger. */
export class Commands {
  readonly #world: World;
  /** The fault of the next command. */
  harm: Harm | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  async create(plan: TaskPlan): Promise<void> {
    const { ledger, queue, lane, stage } = this.#world;
    const page = ledger.of(`${queue}-${plan.label}`, plan);
    const input: SimulatedInput = { program: plan.program, queue };
    const config = taskConfig.parse({
      type: simulatedType,
      id: page.id,
      queue,
      input,
      priority: plan.priority,
      retry: { maximumAttempts: plan.maximumAttempts, initialIntervalInMs: plan.retryAfterInMs, backoffCoefficient: 1 },
      ...(plan.timeoutInMs !== undefined && { timeoutInMs: plan.timeoutInMs }),
      ...(plan.concurrencyKey !== undefined && {
        concurrencyKey: `${queue}-${plan.concurrencyKey}`,
        concurrencyLimit: plan.concurrencyLimit,
      }),
      ...(plan.isHourly && { schedule: { cron: '0 * * * *', timeZone: 'UTC' } }),
    });
    const idempotency = { identity: 'ada', key: page.id, keptHash: 'same', isOfBody: () => true };
    const create = () => lane.commands.engine.createTask(config, actor, idempotency);
    if ((await this.#ask(`create ${page.id}`, create)) === 'perhaps')
      await this.#ask(`create ${page.id} again`, create);
    page.created = 'yes';
    if (!(await observe(this.#world)).tasks.some(({ id }) => id === page.id))
      stage.violate(`${page.id} was created and is not there`);
  }

  async raise(id: string, name: string): Promise<void> {
    const page = this.#world.ledger.of(id);
    const raised = { name, value: `${id}:${name}:${page.raised.length + 1}`, isAcknowledged: false };
    page.raised.push(raised);
    const { engine } = this.#world.lane.commands;
    const answer = await this.#ask(`raise ${raised.value}`, () => engine.raiseEvent(id, name, raised.value, actor));
    raised.isAcknowledged = answer === 'done';
  }

  async pause(id: string): Promise<void> {
    const page = this.#world.ledger.of(id);
    const answer = await this.#ask(`pause ${id}`, () => this.#world.lane.commands.engine.pauseTask(id, actor));
    if (answer === 'done') page.pausedAt = this.#world.stage.trace.length;
  }

  async resume(id: string): Promise<void> {
    this.#world.ledger.of(id).pausedAt = undefined;
    await this.#ask(`resume ${id}`, () => this.#world.lane.commands.engine.resumeTask(id));
  }

  async wake(id: string): Promise<void> {
    const page = this.#world.ledger.of(id);
    page.pausedAt = undefined;
    page.wakes++;
    await this.#ask(`wake ${id}`, () => this.#world.lane.commands.engine.wakeTask(id));
  }

  async cancel(id: string): Promise<void> {
    const { ledger, lane, stage } = this.#world;
    const page = ledger.of(id);
    const before = await observe(this.#world);
    const pending = before.active.find((run) => run.id === id);
    page.pausedAt = undefined;
    page.mayBeCancelled = true;
    if ((await this.#ask(`cancel ${id}`, () => lane.commands.engine.cancelTask(id))) !== 'done') return;
    const after = await observe(this.#world);
    if (cancelledRuns(after, id) <= cancelledRuns(before, id))
      stage.violate(`${id} was cancelled, and no run of it was`);
    if (!before.tasks.some((task) => task.id === id && task.isHourly)) return;
    const next = after.active.find((run) => run.id === id);
    const hadNotBegun = pending?.status === 'scheduled' && Date.parse(pending.due ?? '') > Date.parse(after.now);
    if (hadNotBegun && next !== undefined) stage.violate(`${id} was cancelled before its time and has another run`);
    if (next === undefined) page.stoppedAt = pending?.runCount;
    if (pending?.status === 'running' && next === undefined)
      stage.violate(`run ${pending.runCount} of ${id} was cancelled while it ran, and the schedule went with it`);
  }

  async rerun(id: string): Promise<void> {
    const page = this.#world.ledger.of(id);
    page.pausedAt = undefined;
    page.stoppedAt = undefined;
    await this.#ask(`rerun ${id}`, () => this.#world.lane.commands.engine.rerunTask(id, {}, actor));
  }

  async fork(id: string, runCount: number, fromSequence: number): Promise<void> {
    const page = this.#world.ledger.of(id);
    page.pausedAt = undefined;
    page.stoppedAt = undefined;
    const { engine } = this.#world.lane.commands;
    await this.#ask(`fork ${id} run ${runCount} from ${fromSequence}`, () =>
      engine.forkRun(id, BigInt(runCount), { fromSequence }, actor),
    );
  }

  async delete(id: string): Promise<void> {
    const { ledger, lane } = this.#world;
    const page = ledger.of(id);
    page.pausedAt = undefined;
    page.mayBeCancelled = true;
    page.deleted = 'perhaps';
    const answer = await this.#ask(`delete ${id}`, () => lane.commands.engine.deleteTask(id, { force: true }));
    if (answer === 'done') page.deleted = 'yes';
  }

  /** Sends one command with its planned fault and waits until PostgreSQL has finished with it. */
  async #ask(text: string, send: () => Promise<unknown>): Promise<Answer> {
    const { stage, lane } = this.#world;
    const { harm } = this;
    const { relay } = lane.commands;
    this.harm = undefined;
    if (harm?.kind === 'request') relay.loseRequest();
    if (harm?.kind === 'answer') relay.loseAnswer(harm.count);
    const lost =
      harm === undefined ? '' : ` (loses ${harm.kind === 'request' ? 'the request' : `answer ${harm.count}`})`;
    stage.note(`${text}${lost}`);
    try {
      await send();
      stage.note(`${text}: done`);
      return 'done';
    } catch (error) {
      if (error instanceof TaskdeckError) {
        stage.note(`${text}: ${error.code}`);
        return 'refused';
      }
      stage.note(`${text}: ${error}`);
      if (harm === undefined) stage.violate(`${text} failed for no reason: ${error}`);
      await this.#quiet();
      return 'perhaps';
    } finally {
      relay.resume();
    }
  }

  /** PostgreSQL may still execute what a lost connection had sent. */
  async #quiet(): Promise<void> {
    for (;;) {
      const [busy] = await this.#world.lane.direct`
        select from pg_stat_activity where datname = current_database() and application_name = 'commands'
          and state <> 'idle' limit 1`;
      if (busy === undefined) return;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}

function cancelledRuns({ ended }: Awaited<ReturnType<typeof observe>>, id: string): number {
  return ended.filter((run) => run.id === id && run.status === 'cancelled').length;
}
