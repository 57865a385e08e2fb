import type { State } from '#state';
import type { StateJournal } from './state-journal.ts';

/** What a worker's runs have of state. */
export type StateRoom = { readonly state: State; readonly journal: StateJournal };
