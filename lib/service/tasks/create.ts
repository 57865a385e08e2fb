import { readSecrets, replaceSecretReferences, secretReferences } from '#engine';
import { identityOf } from '../access/caller.ts';
import { seeTask } from '../records/see-task.ts';
import type { Verb } from '../verb.ts';

/** The only answer in which references to global secrets become values, for a caller with `secrets/read`. */
export const createTask: Verb<'CreateTask'> = async ({ engine, database, secretsKey }, call) => {
  const { caller, idempotency, note } = call;
  const { task, isReplay } = await engine.createTask(
    call.body,
    { name: caller.name },
    idempotency && { identity: identityOf(caller), ...idempotency },
  );
  if (isReplay) note.detail = 'the first answer again (Idempotency-Key)';
  if (task.input === undefined || !call.may('secrets/read')) return seeTask(call, task);
  const names = secretReferences(task.input);
  if (names.length === 0) return seeTask(call, task);
  const values = await readSecrets(database, secretsKey, names);
  note.detail = `answered with the secrets ${names.join(', ')}`;
  return seeTask(call, { ...task, input: replaceSecretReferences(task.input, values) });
};
