import { TaskdeckError } from '#contract';
import { hasTask } from '../access/bounds.ts';
import type { Verb } from '../verb.ts';

/** Answers 204 also when the task does not exist. With a condition, it must exist. */
export const deleteTask: Verb<'DeleteTask'> = async ({ engine }, { params, query, ifMatch, note, caller }) => {
  const isReached = caller.bounds === undefined || (await hasTask(engine, params.id, caller));
  const wasThere = isReached && (await engine.deleteTask(params.id, { force: query.force, ifMatch }));
  if (!wasThere && ifMatch !== undefined)
    throw new TaskdeckError('PreconditionFailed', `If-Match was given, but there is no task "${params.id}"`);
  note.detail = wasThere ? (query.force ? 'forced' : 'deleted') : 'there was none';
};
