import { requireInside } from '../access/bounds.ts';
import { actorOf } from '../access/caller.ts';
import { seeChangedTask } from '../records/see-task.ts';
import { assertSensitivePointersKept } from '../records/sensitive-pointers-kept.ts';
import type { Verb } from '../verb.ts';

export const updateTask: Verb<'UpdateTask'> = async ({ engine }, call) => {
  const { params, query, body, note } = call;
  note.detail = `changed ${Object.keys(body).join(', ') || 'nothing'}`;
  if (body.queue !== undefined) requireInside(call.caller.bounds, 'queues', body.queue);
  let { ifMatch } = call;
  if (body.sensitive !== undefined && !call.may('sensitive/read')) {
    const before = await engine.getTask(params.id);
    assertSensitivePointersKept(before.sensitive ?? [], body.sensitive ?? []);
    ifMatch ??= before.etag; // nobody adds a pointer between this read and the change
  }
  return seeChangedTask(call, await engine.updateTask(params.id, body, actorOf(call), ifMatch, query));
};
