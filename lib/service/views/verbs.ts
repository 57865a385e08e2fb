import type { Verbs } from '../verb.ts';
import { createView, deleteView, updateView } from './change.ts';
import { countMatches } from './count.ts';
import { listViews } from './list.ts';

/** The verbs of the operations on saved views. */
export const viewVerbs = {
  ListViews: listViews,
  CreateView: createView,
  UpdateView: updateView,
  DeleteView: deleteView,
  CountMatches: countMatches,
} satisfies Partial<Verbs>;
