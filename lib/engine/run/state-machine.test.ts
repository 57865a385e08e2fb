import fc from 'fast-check';
import { beforeAll, test } from 'vitest';
import { allowsAction, isEnded, type TaskAction, TaskdeckError, type TaskStatus } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { type RunFixture, startRuns } from './testing.ts';

/** The expected state of a task after each command, by the rules of the contract alone. */
type Model = { status: TaskStatus; runCount: number; unread: ('good' | 'bad')[] };
type Real = { id: string; fixture: RunFixture };
type Command = fc.AsyncCommand<Model, Real>;

const actor = { name: 'ada' };

const fixture = started(startRuns, 'end');
beforeAll(async () => {
  await fixture.work([
    {
      type: 'gate',
      async run(ctx) {
        if ((await ctx.waitForEvent('finish')) === 'bad') throw new Error('asked to fail');
        return ctx.runCount;
      },
    },
  ]);
});

/** A run of the type waits until it reads an event raised in it; then it ends. */
function moveOn(model: Model): void {
  if (model.status !== 'waiting') return;
  const next = model.unread.shift();
  if (next !== undefined) model.status = next === 'good' ? 'succeeded' : 'failed';
}

async function agree(model: Model, { id }: Real): Promise<void> {
  const task = await fixture.until(
    id,
    ({ status, runCount }) => status === model.status && runCount === model.runCount,
  );
  if (isEnded(task.status) !== (task.endedOn !== undefined)) throw new Error('only an ended run has an end');
  if ((task.output !== undefined) !== (task.status === 'succeeded')) throw new Error('only success has an output');
  if ((task.error !== undefined) !== (task.status === 'failed')) throw new Error('only failure has an error');
}

class Act implements Command {
  readonly action: 'cancel' | 'pause' | 'resume' | 'rerun';
  constructor(action: Act['action']) {
    this.action = action;
  }
  check = () => true;
  toString = () => this.action;
  async run(model: Model, real: Real): Promise<void> {
    const isAllowed = allowsAction(model.status, this.action satisfies TaskAction);
    const refusal = await this.#ask(real).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (isAllowed !== (refusal === undefined)) throw new Error(`${this.action} when ${model.status}: ${refusal}`);
    if (!isAllowed) {
      if (!(refusal instanceof TaskdeckError) || refusal.code !== 'InvalidTransition') throw refusal;
    } else if (this.action === 'cancel') model.status = 'cancelled';
    else if (this.action === 'pause') model.status = 'paused';
    else {
      if (this.action === 'rerun') {
        model.runCount++;
        model.unread = [];
      }
      model.status = 'waiting';
      moveOn(model);
    }
    await agree(model, real);
  }
  #ask({ id }: Real): Promise<unknown> {
    const { engine } = fixture;
    if (this.action === 'cancel') return engine.cancelTask(id);
    if (this.action === 'pause') return engine.pauseTask(id, actor);
    return this.action === 'resume' ? engine.resumeTask(id) : engine.rerunTask(id, {}, actor);
  }
}

class Raise implements Command {
  readonly value: 'good' | 'bad';
  constructor(value: Raise['value']) {
    this.value = value;
  }
  check = () => true;
  toString = () => `raise ${this.value}`;
  async run(model: Model, real: Real): Promise<void> {
    await fixture.raise(real.id, 'finish', this.value);
    if (!isEnded(model.status)) model.unread.push(this.value);
    moveOn(model);
    await agree(model, real);
  }
}

test('whatever is asked of a task, in any order, it is where the rules say', async () => {
  let count = 0;
  const commands = [
    ...(['cancel', 'pause', 'resume', 'rerun'] as const).map((action) => fc.constant(new Act(action))),
    ...(['good', 'bad'] as const).map((value) => fc.constant(new Raise(value))),
  ];
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 15 }), async (sequence) => {
      const setup = async () => {
        const { id } = await fixture.create({ type: 'gate', id: `gate-${count++}` });
        const model: Model = { status: 'waiting', runCount: 1, unread: [] };
        await agree(model, { id, fixture });
        return { model, real: { id, fixture } };
      };
      await fc.asyncModelRun(setup, sequence);
    }),
    { numRuns: 40 },
  );
}, 60_000);
