import type { Verb } from '../verb.ts';

export const getBulkOperation: Verb<'GetBulkOperation'> = ({ engine }, { params }) =>
  engine.getBulkOperation(params.id);
