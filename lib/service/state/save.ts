import { blobUploadOptions, type ParsedStateInput, TaskdeckError } from '#contract';
import type { State } from '#state';
import { contentTypeOf, fileNameOf } from '../blobs/content.ts';
import { parserOfBody } from '../http/parse-input.ts';
import { seeState } from '../records/see-state.ts';
import type { Call, Verb } from '../verb.ts';
import { entryOf, storeOf, writerOf } from './address.ts';
import { coveredInputs } from './cover.ts';

const optionsOf = parserOfBody(blobUploadOptions);

export const saveState: Verb<'SaveState'> = async ({ state }, call) => {
  const { caller, content, note } = call;
  const store = storeOf(call);
  const [input = call.body] = await coveredInputs(state, call, store, [await conditionedInput(state, call)]);
  if (content === undefined) return seeState(call, await state.save(store, input, writerOf(caller)));

  const options = optionsOf({
    contentType: contentTypeOf(content),
    fileName: fileNameOf(content),
    ...content.options,
  });
  const saved = await state.saveWithBlob(store, input, content.stream, options, writerOf(caller), content.signal);
  note.detail = `with a blob of ${saved.blob?.contentLength ?? 0} bytes`;
  return seeState(call, saved);
};

type SaveCall = Call<{ storeName: string; id: string }, unknown, ParsedStateInput>;

/** The body, with the conditions that stand in the headers. Both may say the same, not different things. */
async function conditionedInput(state: State, call: SaveCall): Promise<ParsedStateInput> {
  const { body, params } = call;
  if (body.id !== params.id) throw invalid('/id', `the path names "${params.id}", the body "${body.id}"`);
  let ifMatch = call.ifMatch ?? body.ifMatch;
  if (call.ifMatch !== undefined && body.ifMatch !== undefined && call.ifMatch !== body.ifMatch)
    throw invalid('/ifMatch', 'If-Match and ifMatch are different entity tags');
  if (call.mustExist) ifMatch ??= (await state.get(entryOf(call), { includeValue: false })).etag;
  const ifNoneMatch = call.mustNotExist ? '*' : body.ifNoneMatch;
  if (ifMatch !== undefined && ifNoneMatch !== undefined)
    throw invalid('/ifNoneMatch', 'ifMatch and ifNoneMatch exclude each other');
  return { ...body, ...(ifMatch === undefined ? {} : { ifMatch }), ...(ifNoneMatch && { ifNoneMatch }) };
}

function invalid(pointer: string, message: string): TaskdeckError {
  return new TaskdeckError('InvalidRequest', `${pointer}: ${message}`, { details: [{ pointer, message }] });
}
