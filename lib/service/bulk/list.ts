import type { Verb } from '../verb.ts';

export const listBulkOperations: Verb<'ListBulkOperations'> = ({ engine }, { query }) =>
  engine.listBulkOperations(query);
