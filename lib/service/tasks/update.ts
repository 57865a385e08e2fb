import { requireInside } from '../access/bounds.ts';
import { actorOf } from '../access/caller.ts';
import { seeChangedTask } from '../records/see-task.ts';
import type { Verb } from '../verb.ts';

export const updateTask: Verb<'UpdateTask'> = async ({ engine }, call) => {
  const { params, query, body, note, ifMatch } = call;
  note.detail = `changed ${Object.keys(body).join(', ') || 'nothing'}`;
  if (body.queue !== undefined) requireInside(call.caller.bounds, 'queues', body.queue);
  return seeChangedTask(call, await engine.updateTask(params.id, body, actorOf(call), ifMatch, query));
};
