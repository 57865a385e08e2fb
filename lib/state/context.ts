import type { Database } from '#database';
import type { Stores } from './stores/stores.ts';
import type { MutationOutcome, StateMutation } from './write/mutation.ts';
import type { StateWriting } from './write/writing.ts';

/** What the parts of the state room share. */
export type StateContext = {
  database: Database;
  stores: Stores;
  writing: StateWriting;
  /** Commits a mutation, together with what else its caller commits; with others when several come at once. */
  commit(mutation: StateMutation): Promise<MutationOutcome>;
};
