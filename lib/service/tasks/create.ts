import { headers } from '#contract';
import { actorOf, identityOf } from '../access/caller.ts';
import { seeCreatedTask } from '../records/see-created-task.ts';
import type { Verb } from '../verb.ts';
import { completionTokenOf } from './completion-token.ts';

export const createTask: Verb<'CreateTask'> = async (service, call) => {
  const { caller, idempotency, note, answerHeaders } = call;
  service.callers.queueTask(caller);
  const { task, isReplay } = await service.engine.createTask(
    call.body,
    actorOf(call),
    idempotency && { identity: identityOf(caller), ...idempotency },
  );
  if (isReplay) note.detail = 'the first answer again (Idempotency-Key)';
  answerHeaders[headers.completion] = completionTokenOf(service.secretsKey, caller, task);
  return seeCreatedTask(service, call, task);
};
