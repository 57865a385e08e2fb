import { headers, TaskdeckError } from '#contract';
import type { Idempotency, SecretsKey } from '#engine';
import { isTaskInside, requireInside } from '../access/bounds.ts';
import { actorOf, identityOf } from '../access/caller.ts';
import { isKeptHash, labelOfKey, sealHash } from '../http/kept-hash.ts';
import { seeCreatedTask } from '../records/see-created-task.ts';
import type { Call, Verb } from '../verb.ts';
import { completionTokenOf } from './completion-token.ts';

export const createTask: Verb<'CreateTask'> = async (service, call) => {
  const { caller, idempotency, note, answerHeaders } = call;
  requireInside(caller.bounds, 'types', call.body.type);
  requireInside(caller.bounds, 'queues', call.body.queue);
  const { task, isReplay } = await service.callers.queueTask(caller, () =>
    service.engine.createTask(
      call.body,
      actorOf(call),
      idempotency && keptBy(service.secretsKey, identityOf(caller), idempotency),
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

/** The key of a creation with the hash of its body, which is encrypted as that of any other request with a key. */
function keptBy(
  secretsKey: SecretsKey,
  identity: string,
  { key, bodyHash }: NonNullable<Call['idempotency']>,
): Idempotency {
  const label = labelOfKey({ identity, key });
  return {
    ...{ identity, key, keptHash: sealHash(secretsKey, bodyHash, label) },
    isOfBody: (keptHash) => isKeptHash(secretsKey, keptHash, bodyHash, label),
  };
}
