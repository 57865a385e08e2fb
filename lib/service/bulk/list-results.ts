import type { Verb } from '../verb.ts';
import { requireOperation } from './within-bounds.ts';

export const listBulkResults: Verb<'ListBulkResults'> = async ({ engine }, call) => {
  await requireOperation(engine, call, call.params.id);
  return engine.listBulkResults(call.params.id, call.query);
};
