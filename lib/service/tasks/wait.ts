import { fullScope, TaskdeckError } from '#contract';
import { seeCreatedTask } from '../records/see-created-task.ts';
import { guardedAsOfRun, seeTask } from '../records/see-task.ts';
import type { Verb } from '../verb.ts';
import { createdOnOf } from './completion-token.ts';
import { endInTurn } from './end-in-turn.ts';

/** The creator of the task needs only the scope to create. Other callers need the scope to read it. */
export const waitForTask: Verb<'WaitForTask'> = async (service, call) => {
  const { engine, secretsKey } = service;
  const { id } = call.params;
  const { waitInMs = 0, completionToken } = call.query;
  const createdOn = createdOnOf(completionToken, secretsKey, call.caller, id);
  if (createdOn === undefined && !call.may('tasks/read'))
    throw new TaskdeckError(
      'InsufficientScope',
      `the completion token is not that of this caller for task "${id}": then this needs ${fullScope('tasks/read')}`,
    );
  const task = await (waitInMs > 0 ? endInTurn(engine, call, waitInMs) : engine.getTask(id));
  if (createdOn !== undefined && task.createdOn !== createdOn)
    throw new TaskdeckError('TaskNotFound', `task "${id}" is gone; another one has its id`);
  const seen = task.runCount === 1 ? task : guardedAsOfRun(task, await engine.getHistory(id, 1n));
  return createdOn === undefined ? seeTask(call, seen) : seeCreatedTask(service, call, seen);
};
