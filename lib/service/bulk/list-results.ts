import type { Verb } from '../verb.ts';

export const listBulkResults: Verb<'ListBulkResults'> = ({ engine }, { params, query }) =>
  engine.listBulkResults(params.id, query);
