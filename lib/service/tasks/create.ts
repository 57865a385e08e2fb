import { headers, TaskdeckError } from '#contract';
import { isTaskInside, requireInside } from '../access/bounds.ts';
import { actorOf, identityOf } from '../access/caller.ts';
import { seeCreatedTask } from '../records/see-created-task.ts';
import type { Verb } from '../verb.ts';
import { completionTokenOf } from './completion-token.ts';

export const createTask: Verb<'CreateTask'> = async (service, call) => {
  const { caller, idempotency, note, answerHeaders } = call;
  requireInside(caller.bounds, 'types', call.body.type);
  requireInside(caller.bounds, 'queues', call.body.queue);
  const { task, isReplay } = await service.callers.queueTask(caller, () =>
    service.engine.createTask(
      call.body,
      actorOf(call),
      idempotency && { identity: identityOf(caller), ...idempotency },
    ),
  );
  if (isReplay && !isTaskInside(caller.bounds, task))
    throw new TaskdeckError(
      'TaskNotFound',
      'the task that this idempotency key created lies outside of your bounds now',
    );
  if (isReplay) note.detail = 'the first answer again (Idempotency-Key)';
  answerHeaders[headers.completion] = completionTokenOf(service.secretsKey, caller, task);
  return seeCreatedTask(service, call, task);
};
