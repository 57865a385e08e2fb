import type { Verb } from '../verb.ts';
import { ownUpload } from './own.ts';
import { requireTus } from './tus.ts';

/** tus: termination. */
export const abandonUpload: Verb<'AbandonUpload'> = async ({ state }, { params, caller, requestHeaders, note }) => {
  requireTus(requestHeaders);
  const { storeName, id } = await ownUpload(state, params.uploadId, caller);
  note.target = `${storeName}/${id}`;
  await state.abandonUpload(params.uploadId);
};
