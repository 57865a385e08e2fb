import type { Database } from '#database';
import type { Stores } from './stores/stores.ts';
import type { MutationOutcome, StateMutation } from './write/mutation.ts';
import type { StateWriting } from './write/writing.ts';

/** Shared by the parts of the state room. */
export type StateContext = {
  database: Database;
  stores: Stores;
  writing: StateWriting;
  /** Commits a mutation together with the caller's companion. Mutations that arrive at the same time share a commit. */
  commit(mutation: StateMutation): Promise<MutationOutcome>;
};
