const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns whether a text is a key that the stores accept. */
export const isBlobKey = (text: string): boolean => uuid.test(text);

/** Throws unless the key is a lower-case UUID, so that no key can leave the store's folder or prefix. */
export function checkedKey(key: string): string {
  if (!isBlobKey(key)) throw new TypeError(`"${key.slice(0, 64)}" is not the key of a blob: a lower-case UUID`);
  return key;
}
