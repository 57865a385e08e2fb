import type { Verb } from '../verb.ts';

export const listBulkCauses: Verb<'ListBulkCauses'> = ({ engine }, { params, query }) =>
  engine.listBulkCauses(params.id, query);
