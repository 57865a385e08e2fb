import { limits, type TaskResponse } from '#contract';
import { lengthOfSecrets, readSecrets, replaceSecretReferences, usableSecrets } from '#engine';
import type { Service } from '../service.ts';
import type { Call } from '../verb.ts';
import { type Guarded, guard, reveal } from './guarded.ts';
import { seeTask } from './see-task.ts';

/**
 * Returns a task as its creator may see it. Only these answers replace references to global secrets by their values,
 * for a caller with `secrets/read`. They stay when their values together are longer than an input may be.
 */
export async function seeCreatedTask(
  { database, secretsKey }: Pick<Service, 'database' | 'secretsKey'>,
  call: Pick<Call, 'may' | 'note' | 'noteShown' | 'caller'>,
  guarded: Guarded<TaskResponse>,
): Promise<TaskResponse> {
  const task = reveal<TaskResponse>(guarded);
  if (task.input === undefined || !call.may('secrets/read')) return seeTask(call, guarded);
  // a secret that was deleted meanwhile stays a reference
  const names = [...(await usableSecrets(database, task.input, task))];
  if (names.length === 0) return seeTask(call, guarded);
  const values = await readSecrets(database, secretsKey, names, task);
  if ((await lengthOfSecrets(task.input, values)) > limits.taskInputBytes) return seeTask(call, guarded);
  call.noteShown(`secrets of task ${task.id}`, names);
  call.note.detail = `answered with the secrets ${names.join(', ')}`;
  return seeTask(call, guard({ ...task, input: await replaceSecretReferences(task.input, values) }));
}
