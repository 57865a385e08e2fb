import { TaskdeckError } from '#contract';
import type { Verb } from '../verb.ts';

/** 204 whether or not there was one; with a condition, something must be there. */
export const deleteTask: Verb<'DeleteTask'> = async ({ engine }, { params, query, ifMatch, note }) => {
  const wasThere = await engine.deleteTask(params.id, { force: query.force, ifMatch });
  if (!wasThere && ifMatch !== undefined)
    throw new TaskdeckError('PreconditionFailed', `If-Match was given, but there is no task "${params.id}"`);
  note.detail = wasThere ? (query.force ? 'forced' : 'deleted') : 'there was none';
};
