import type { Verb } from '../verb.ts';
import { requireOperation } from './within-bounds.ts';

export const listBulkCauses: Verb<'ListBulkCauses'> = async ({ engine }, call) => {
  await requireOperation(engine, call, call.params.id);
  return engine.listBulkCauses(call.params.id, call.query);
};
