import type { StateReference } from '#contract';

/** Which entry is meant. */
export type EntryAddress = { storeName: string; id: string };

/** How every operation on one entry is called: with store name and id, or with one reference (`'store/id'` as text). */
export type EntryArguments<Rest extends readonly unknown[]> =
  | [storeName: string, id: string, ...rest: Rest]
  | [reference: StateReference, ...rest: Rest];

/**
 * The entry that the arguments name, and what stands after it. A store's name has no slash, so a first text with one
 * is a reference. The argument at `optionsAt` of the rest is the last and an object: throws `TypeError` otherwise.
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
        ? `${referenceText(first)}: is a reference to an entry; what follows it must be the options`
        : 'options: must be an object',
    );
  return {
    address: isReference ? readReference(first) : { storeName: first, id: String(second) },
    rest: restOf<Rest>(rest),
  };
}

/** The entry that a reference names. Throws `TypeError` for what is none. */
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

/** What stands after the address in `EntryArguments<Rest>` is `Rest`, whichever of the two forms it is. */
function restOf<Rest extends readonly unknown[]>(rest: readonly unknown[]): Rest {
  return rest as Rest;
}
