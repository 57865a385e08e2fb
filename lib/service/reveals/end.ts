import type { Verb } from '../verb.ts';
import { isOwn, type RevealRow, revealColumns, targetOf } from './row.ts';
import { nameOf } from './target.ts';

/** 204 whether or not there was one. */
export const endReveal: Verb<'EndReveal'> = async ({ database }, { params, caller, note }) => {
  const [row] = await database<RevealRow[]>`
    update reveal set expires_on = now()
    where id = ${params.id} and expires_on > now() and ${isOwn(database, caller)}
    returning ${revealColumns(database, caller)}`;
  note.target = row === undefined ? params.id : nameOf(targetOf(row));
  if (row === undefined) note.detail = 'there was none';
};
