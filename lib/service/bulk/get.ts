import type { Verb } from '../verb.ts';
import { requireOperation } from './within-bounds.ts';

export const getBulkOperation: Verb<'GetBulkOperation'> = async ({ engine }, call) => {
  await requireOperation(engine, call, call.params.id);
  return engine.getBulkOperation(call.params.id);
};
