import { holdsMarker, isStorable, type JsonValue, limits, markersAt, redact, stringifyInTurns, Turn } from '#contract';
import type { KnownStore, Stores } from '../stores/stores.ts';
import type { StateMutation, StateOperation, UpsertOperation } from './mutation.ts';
import type { PreparedMutation, PreparedOperation, Refusal } from './prepared.ts';
import { type CandidateValue, schemaRefusals } from './schema-refusals.ts';

/** Does the work that needs no lock. Creates a missing store when the mutation can write to it. */
export async function prepareMutations(
  stores: Stores,
  mutations: readonly StateMutation[],
): Promise<PreparedMutation[]> {
  return Promise.all(
    mutations.map(async (mutation, at) => {
      const operations = await prepareOperations(at, mutation.operations);
      refuseTooLarge(mutation, operations);
      const { address } = mutation;
      const store = canWrite(mutation, operations) ? await stores.findOrMake(address) : await stores.find(address);
      return fitToStore({ mutation, store, operations }, store);
    }),
  );
}

/** Checks operations against the known policy of their store. */
export async function fitToStore(prepared: PreparedMutation, store: KnownStore | undefined): Promise<PreparedMutation> {
  const judged = prepared.operations.map((one) => ({ one, refusal: one.ownRefusal ?? refusalByPolicy(one, store) }));
  if (store?.schema === undefined) {
    const operations = judged.map(({ one, refusal }) => ({ ...one, refusal, refusalIfNew: undefined }));
    return { ...prepared, store, operations };
  }
  // A value with markers is checked after they are resolved.
  const values = judged.map(({ one, refusal }) =>
    refusal !== undefined || (one.hasMarkers && hasValue(one.operation))
      ? undefined
      : candidateOf(one, store, prepared.mutation),
  );
  const ofSchema = await schemaRefusals(await Promise.all(values), prepared.mutation.writer);
  const operations = judged.map(({ one, refusal }, at) => ({
    ...one,
    refusal: refusal ?? (hasValue(one.operation) ? ofSchema[at] : undefined),
    refusalIfNew: hasValue(one.operation) ? undefined : ofSchema[at],
  }));
  return { ...prepared, store, operations };
}

function hasValue(operation: StateOperation): boolean {
  return operation.kind === 'upsert' && operation.value !== undefined;
}

/** What is checked of a value. One that its writer brings back unseen is checked as the writer would see it. */
async function candidateOf(
  { operation, text }: PreparedOperation,
  store: KnownStore | undefined,
  { isUnseen }: StateMutation,
): Promise<CandidateValue | undefined> {
  if (operation.kind === 'delete' || store?.schema === undefined) return undefined;
  const value = givenValue(operation);
  if (value === undefined || text === null) return undefined;
  const { sensitive = [] } = operation;
  if (!isUnseen) return { store, value, text, sensitive };
  const pointers = [...sensitive, ...(store.policy.sensitive ?? [])];
  const seen = await redact(value, pointers);
  return { store, value: seen, text: await stringifyInTurns(seen), sensitive, unknown: markersAt(seen, pointers) };
}

/** Refuses a transaction whose values are too large in total, at its first operation, because it fails as a whole. */
function refuseTooLarge({ isAtomic, change }: StateMutation, operations: readonly PreparedOperation[]): void {
  const [first] = operations;
  const bytes = operations.reduce((sum, operation) => sum + operation.bytes, 0);
  if (!isAtomic || change !== 'save' || first === undefined || bytes <= limits.transactionBytes) return;
  const message = `the values have ${bytes} bytes together, the limit (transactionBytes) is ${limits.transactionBytes}`;
  first.ownRefusal ??= { code: 'PayloadTooLarge', message };
}

async function prepareOperations(
  mutation: number,
  operations: readonly StateOperation[],
): Promise<PreparedOperation[]> {
  const ofKind = { upsert: 0, delete: 0 };
  const turn = new Turn();
  const prepare = async (operation: StateOperation, index: number): Promise<PreparedOperation> => {
    const value = operation.kind === 'upsert' ? givenValue(operation) : undefined;
    const known = operation.kind === 'upsert' && operation.value !== undefined ? operation.text : undefined;
    const text = value === undefined ? null : (known ?? (await stringifyInTurns(value)));
    const prepared: PreparedOperation = {
      operation,
      mutation,
      index,
      indexOfKind: ofKind[operation.kind]++,
      text,
      bytes: text === null ? 0 : Buffer.byteLength(text),
      hasMarkers:
        operation.kind === 'upsert' &&
        operation.value !== undefined &&
        text?.includes('"$redacted"') === true &&
        (await holdsMarker(operation.value)),
      ownRefusal: undefined,
      refusal: undefined,
    };
    prepared.ownRefusal = refusalByItself(prepared);
    return prepared;
  };
  const prepared: PreparedOperation[] = [];
  for (const [index, operation] of operations.entries()) {
    if (turn.isOver()) await turn.next();
    prepared.push(await prepare(operation, index));
  }
  return prepared;
}

/** Returns the value of an operation. JSON null is a value. */
export function givenValue({ value, valueIfNew }: UpsertOperation): JsonValue | undefined {
  return value === undefined ? valueIfNew : value;
}

function refusalByItself({ operation, bytes }: PreparedOperation): Refusal | undefined {
  if (operation.kind === 'delete') return undefined;
  return tooLarge(bytes) ?? badTags(operation);
}

/** Returns the refusal of a value that is too large. */
export function tooLarge(bytes: number): Refusal | undefined {
  if (bytes <= limits.stateValueBytes) return undefined;
  const message = `the value has ${bytes} bytes, the limit (stateValueBytes) is ${limits.stateValueBytes}`;
  return { code: 'PayloadTooLarge', message, details: [{ pointer: '/value', message }] };
}

/** The jsonb column that indexes tags cannot hold NUL or a lone surrogate. */
function badTags({ tags }: UpsertOperation): Refusal | undefined {
  for (const [name, value] of Object.entries(tags ?? {})) {
    if (!isStorable(name + value)) {
      const message = 'a tag holds neither NUL nor a lone surrogate';
      return { code: 'InvalidRequest', message, details: [{ pointer: '/tags', message }] };
    }
  }
  return undefined;
}

function refusalByPolicy(prepared: PreparedOperation, store: KnownStore | undefined): Refusal | undefined {
  const { operation } = prepared;
  if (operation.kind === 'delete' || store === undefined) return undefined;
  const { policy } = store;
  const blob = operation.blob?.key == null ? undefined : operation.blob;
  if (policy.acceptsBlobs === false && (blob !== undefined || operation.hasBlob === true))
    return { code: 'BlobNotAccepted', message: "the store's policy accepts no blobs" };
  if (blob !== undefined && blob.contentLength > (policy.maximumBlobBytes ?? Number.POSITIVE_INFINITY))
    return {
      code: 'PayloadTooLarge',
      message: `the blob has ${blob.contentLength} bytes, the store's policy (maximumBlobBytes) allows ${policy.maximumBlobBytes}`,
    };
  return undefined;
}

/** Whether any of the operations can be written to a store that does not exist yet. */
function canWrite({ isAtomic }: StateMutation, operations: readonly PreparedOperation[]): boolean {
  const creates = ({ operation, text, ownRefusal }: PreparedOperation) =>
    operation.kind === 'upsert' && operation.ifMatch === undefined && text !== null && ownRefusal === undefined;
  const isRefused = ({ operation, ownRefusal }: PreparedOperation) =>
    operation.ifMatch !== undefined || ownRefusal !== undefined;
  return operations.some(creates) && !(isAtomic && operations.some(isRefused));
}
