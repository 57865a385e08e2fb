import { actorOf } from '../access/caller.ts';
import { seeChangedTask } from '../records/see-task.ts';
import type { Verb } from '../verb.ts';

export const rerunTask: Verb<'RerunTask'> = async ({ engine }, call) => {
  const { input } = call.body ?? {};
  call.note.detail = input === undefined ? 'with the same input' : 'with another input';
  const given = input === undefined ? {} : { input };
  return seeChangedTask(call, await engine.rerunTask(call.params.id, given, actorOf(call)));
};
