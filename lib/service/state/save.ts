import {
  blobUploadOptions,
  holdsMarker,
  invalidAt,
  type ParsedStateInput,
  type ParsedStateSave,
  type StateResponse,
} from '#contract';
import { createsEntries } from '#state';
import { contentTypeOf, fileNameOf } from '../blobs/content.ts';
import { transferOf } from '../blobs/transfer.ts';
import { parserOfBody } from '../http/parse-input.ts';
import type { Guarded, GuardedState } from '../records/guarded.ts';
import { savedBlobLength, seeSavedState } from '../records/see-state.ts';
import type { Call, Verb } from '../verb.ts';
import { entryOf, storeOf, writerOf } from './address.ts';

const optionsOf = parserOfBody(blobUploadOptions);

export const saveState: Verb<'SaveState'> = async ({ state }, call) => {
  const { caller, content, note } = call;
  const store = storeOf(call);
  const input = await conditionedInput(state, call);
  const keepsMarks = !call.may('sensitive/read');
  const answer = (saved: Guarded<StateResponse>) => {
    call.hasCreated = saved.receipt !== undefined && createsEntries(saved.receipt);
    return seeSavedState(call, saved, { tags: input.tags, hasContent: content !== undefined });
  };
  if (content === undefined) {
    const save = () => state.save(store, input, writerOf(call.caller), { keepsMarks });
    // with a marker or a pointer it has a commit of its own, which small entries otherwise share
    const isMarked = input.value !== undefined && (await holdsMarker(input.value));
    const isAlone = isMarked || (keepsMarks && input.sensitive !== undefined);
    return answer(await (isAlone ? call.inTurn(save) : save()));
  }

  const options = optionsOf({
    contentType: contentTypeOf(content),
    fileName: fileNameOf(content),
    ...content.options,
  });
  const saved = await state.saveWithBlob(store, input, content.stream, options, writerOf(caller), {
    ...transferOf(call, content),
    keepsMarks,
  });
  note.detail = `with a blob of ${savedBlobLength(saved)} bytes`;
  return answer(saved);
};

type SaveCall = Call<{ storeName: string; id: string }, unknown, ParsedStateSave>;

/** The body, with the id of the path and the conditions that stand in the headers. Both may say the same, not different things. */
async function conditionedInput(state: GuardedState, call: SaveCall): Promise<ParsedStateInput> {
  const { body, params } = call;
  const { id } = params;
  if (body.id !== undefined && body.id !== id)
    throw invalidAt('/id', `the path names "${id}", the body "${body.id}"; the body may omit the id`);
  let ifMatch = call.ifMatch ?? body.ifMatch;
  if (call.ifMatch !== undefined && body.ifMatch !== undefined && call.ifMatch !== body.ifMatch)
    throw invalidAt('/ifMatch', 'If-Match and ifMatch are different entity tags');
  if (call.mustExist) ifMatch ??= (await state.get(entryOf(call), { includeValue: false })).etag;
  const ifNoneMatch = call.mustNotExist ? '*' : body.ifNoneMatch;
  if (ifMatch !== undefined && ifNoneMatch !== undefined)
    throw invalidAt('/ifNoneMatch', 'ifMatch and ifNoneMatch exclude each other');
  return { ...body, id, ...(ifMatch === undefined ? {} : { ifMatch }), ...(ifNoneMatch && { ifNoneMatch }) };
}
