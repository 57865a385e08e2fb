'use server';
import { z } from 'zod';
import { itemName, runActionInput, taskId, wakeInput } from '#contract';
import { operatorAction } from '../access/action.ts';
import { parseRunCount } from './read-run.ts';
import { readValue } from './read-value.ts';

const ofTask = { id: taskId };
/** Under the same key nothing is done twice, also when the answer of the first try was lost. */
const idempotencyKey = z.uuid();
const onRun = z.strictObject({ ...ofTask, ...runActionInput.required({ runCount: true }).shape });

/** Ends this run as cancelled, unless another is current by now. */
export const cancelTask = operatorAction(onRun, async ({ client, input: { id, reason, runCount } }) => {
  await client.cancelTaskAsync(id, { reason, runCount });
});

/** Holds this run until it is resumed, unless another is current by now. */
export const pauseTask = operatorAction(onRun, async ({ client, input: { id, reason, runCount } }) => {
  await client.pauseTaskAsync(id, { reason, runCount });
});

/** Lets this paused run go on, unless another is current by now. */
export const resumeTask = operatorAction(onRun, async ({ client, input: { id, reason, runCount } }) => {
  await client.resumeTaskAsync(id, { reason, runCount });
});

/** Ends the wait for a time that the operator saw: a run that waits for another by now is left alone. */
export const wakeTask = operatorAction(
  z.strictObject({ ...ofTask, ...wakeInput.shape }),
  async ({ client, input: { id, until } }) => {
    await client.wakeTaskAsync(id, { until });
  },
);

/** Starts another run, with another input when its JSON text is given. Answers the new run's number. */
export const rerunTask = operatorAction(
  z.strictObject({ ...ofTask, inputText: z.string().optional(), idempotencyKey }),
  async ({ client, input: { id, inputText, idempotencyKey } }) => {
    const input = inputText === undefined ? {} : { input: readValue(inputText) };
    const task = await client.rerunTaskAsync(id, { ...input, idempotencyKey });
    return { runCount: String(task.runCount) };
  },
);

/** Starts a run that keeps the steps before one of this run, with another input when its JSON text is given. Answers the new run's number. */
export const forkRun = operatorAction(
  z.strictObject({
    ...ofTask,
    run: z.string(),
    fromSequence: z.number().int().min(0),
    inputText: z.string().optional(),
    idempotencyKey,
  }),
  async ({ client, input: { id, run, fromSequence, inputText, idempotencyKey } }) => {
    const input = inputText === undefined ? {} : { input: readValue(inputText) };
    const task = await client.forkRunAsync(id, parseRunCount(run), { fromSequence, ...input, idempotencyKey });
    return { runCount: String(task.runCount) };
  },
);

/** Raises an event on a task; its value comes as JSON text, so that its numbers stay exact. */
export const raiseEvent = operatorAction(
  z.strictObject({ ...ofTask, name: itemName, valueText: z.string(), idempotencyKey }),
  async ({ client, operator, input: { id, name, valueText, idempotencyKey } }) => {
    await client.raiseTaskEventAsync(id, name, { value: readValue(valueText) }, { idempotencyKey });
    return { raisedBy: operator.email };
  },
);

/** Deletes a task with its history; one that has not ended is cancelled first. */
export const deleteTask = operatorAction(
  z.strictObject({ ...ofTask, force: z.boolean() }),
  async ({ client, input: { id, force } }) => {
    await client.deleteTaskAsync(id, { force });
  },
);
