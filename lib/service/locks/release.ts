import { fullScope, TaskdeckError } from '#contract';
import type { Verb } from '../verb.ts';

/** 204 whether or not somebody held it. */
export const releaseLock: Verb<'ReleaseLock'> = async ({ engine }, call) => {
  const { namespace, note, params, query } = call;
  note.target = params.name;
  if (query.force && !call.may('locks/delete'))
    throw new TaskdeckError(
      'InsufficientScope',
      `releasing a lock by force needs the scope ${fullScope('locks/delete')}`,
    );
  note.detail = query.force ? 'by force' : `fencing token ${query.fencingToken}`;
  await engine.releaseLock({ namespace, name: params.name }, query.force ? undefined : query.fencingToken);
};
