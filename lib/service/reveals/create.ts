import { revealMinutes, TaskdeckError } from '#contract';
import { identityOf } from '../access/caller.ts';
import type { Verb } from '../verb.ts';
import { type RevealRow, revealColumns, toReveal } from './row.ts';
import { nameOf, readTarget, requireReading } from './target.ts';

/** The answer has no value: those are read with `GetRevealed`. */
export const createReveal: Verb<'CreateReveal'> = async (service, call) => {
  const { body, caller, note } = call;
  const { target, reason } = body;
  const isEntry = 'storeName' in target;
  note.target = nameOf(target);
  requireReading(call, isEntry ? 'entry' : 'run');
  const { pointers, madeOn } = await readTarget(service, { noteShown: () => {} }, target);
  if (pointers.length === 0)
    throw new TaskdeckError('InvalidRequest', `${nameOf(target)} has no hidden values`, {
      details: [{ pointer: '/target', message: 'has no sensitive pointers' }],
    });
  note.detail = `${pointers.map((pointer) => pointer || 'all').join(' ')}: ${reason}`;
  const { database } = service;
  const [row] = await database<RevealRow[]>`
    insert into reveal (store_name, entry_id, task_id, run_count, target_made_on, pointers, reason, identity, session_id,
      revealed_by, expires_on)
    values (${isEntry ? target.storeName : null}, ${isEntry ? target.id : null}, ${isEntry ? null : target.taskId},
      ${isEntry ? null : target.runCount}, ${madeOn}, ${[...pointers]}, ${reason}, ${identityOf(caller)},
      ${caller.sessionId ?? null}, ${caller.name}, now() + make_interval(mins => ${revealMinutes}))
    returning ${revealColumns(database, caller)}`;
  if (row === undefined) throw new Error('a reveal was not stored');
  return toReveal(row);
};
