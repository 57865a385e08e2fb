import type { Verb } from '../verb.ts';

export const listBulkOperations: Verb<'ListBulkOperations'> = ({ engine }, { query, caller }) =>
  engine.listBulkOperations(query, caller.bounds);
