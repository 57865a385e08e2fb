import { inTransaction } from '#database';
import type { Verbs } from '../verb.ts';
import { createReveal } from './create.ts';
import { getRevealed } from './get-revealed.ts';
import { listReveals } from './list.ts';
import { isOwn, type RevealRow, revealColumns, targetOf } from './row.ts';
import { nameOf } from './target.ts';

/** The verbs of the operations on reveals. */
export const revealVerbs = {
  CreateReveal: createReveal,
  ListReveals: listReveals,
  GetRevealed: getRevealed,
  /** 204 whether or not there was one. */
  EndReveal: async ({ database }, { params, caller, note }) => {
    await inTransaction(database, async (transaction) => {
      const [row] = await transaction<RevealRow[]>`
        update reveal set expires_on = now()
        where id = ${params.id} and expires_on > now() and ${isOwn(transaction, caller)}
        returning ${revealColumns(transaction, caller)}`;
      note.target = row === undefined ? params.id : nameOf(targetOf(row));
      note.detail = row === undefined ? 'there was none' : 'ended';
    });
  },
} satisfies Partial<Verbs>;
