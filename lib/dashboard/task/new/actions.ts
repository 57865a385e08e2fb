'use server';
import { z } from 'zod';
import { parseJson, taskConfig, tellingAll } from '#contract';
import { operatorAction } from '../../access/action.ts';
import { invalidInput } from '../../problem/invalid-input.ts';
import { ProblemError } from '../../problem/problem.ts';

const createInput = z.strictObject({
  /** A TaskConfig as JSON text, for its numbers may be larger than an action's own. */
  config: z.string(),
  /** One form's one task, also when it is sent twice. */
  idempotencyKey: z.uuid(),
});

/** Creates a task; answers its id. Problems name where they are by JSON Pointers into the config. */
export const createTask = operatorAction(createInput, async ({ client, input }) => {
  const config = taskConfig.safeParse(parseJson(input.config), tellingAll);
  if (!config.success) {
    const errors = invalidInput(config.error);
    throw new ProblemError({ code: 'InvalidRequest', detail: 'Some of it cannot be accepted.', errors });
  }
  const task = await client.createTaskAsync(config.data, { idempotencyKey: input.idempotencyKey });
  return task.id;
});
