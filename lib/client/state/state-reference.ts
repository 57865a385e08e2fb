import type { StateReference } from '#contract';

/** Identifies an entry. */
export type EntryAddress = { storeName: string; id: string };

/** The arguments of every operation on one entry: store name and id, or one reference (`'store/id'` as text). */
export type EntryArguments<Rest extends readonly unknown[]> =
  | [storeName: string, id: string, ...rest: Rest]
  | [reference: StateReference, ...rest: Rest];

/**
 * Returns the entry that the arguments name, and the remaining arguments. Store names have no slash, so a first text
 * with a slash is a reference. Throws `TypeError` unless the argument at `optionsAt` of the rest is the last one and an
 * object.
 */
export function readEntryArguments<Rest extends readonly unknown[]>(
  given: EntryArguments<Rest>,
  optionsAt: number,
): { address: EntryAddress; rest: Rest } {
  const [first, second] = given;
  const isReference = typeof first !== 'string' || first.includes('/');
  if (!isReference && typeof second !== 'string')
    throw new TypeError("id: must be a string after the store's name; a reference is 'store/id' or { storeName, id }");
  const rest: readonly unknown[] = given.slice(isReference ? 1 : 2);
  const options = rest[optionsAt];
  if (rest.length > optionsAt + 1 || (options !== undefined && (typeof options !== 'object' || options === null)))
    throw new TypeError(
      isReference
        ? `${referenceText(first)}: is a reference to an entry, so only options may follow it`
        : 'options: must be an object',
    );
  return {
    address: isReference ? readReference(first) : { storeName: first, id: String(second) },
    rest: restOf<Rest>(rest),
  };
}

/** Returns the version of the blob that a `StateResponse` had when it was read; `undefined` for other references. */
export function blobVersionOf(reference: StateReference): string | undefined {
  if (typeof reference !== 'object' || !('blob' in reference)) return undefined;
  const { blob } = reference;
  const isBlob = typeof blob === 'object' && blob !== null && 'versionId' in blob;
  return isBlob && typeof blob.versionId === 'string' ? blob.versionId : undefined;
}

/** Returns the entry that a reference names. Throws `TypeError` for an invalid reference. */
export function readReference(reference: StateReference): EntryAddress {
  if (typeof reference === 'string') {
    const slash = reference.indexOf('/');
    if (slash < 0) throw new TypeError(`${reference}: a reference is written store/id`);
    return { storeName: reference.slice(0, slash), id: reference.slice(slash + 1) };
  }
  const { storeName, id } = reference ?? {};
  if (typeof storeName !== 'string' || typeof id !== 'string')
    throw new TypeError("a reference is { storeName, id } or 'store/id'");
  return { storeName, id };
}

function referenceText(reference: StateReference): string {
  return typeof reference === 'string' ? reference : 'an object';
}

/** The arguments after the address in `EntryArguments<Rest>` are `Rest` in both forms. */
function restOf<Rest extends readonly unknown[]>(rest: readonly unknown[]): Rest {
  return rest as Rest;
}
