/** What a route takes at once. */
const mostIds = 100;
/** A server takes about 16,000 characters of an address with its cookies. */
const mostCharacters = 6_000;

/** Divides ids into as many as fit into the address of one read each. */
export function idChunks(ids: readonly string[]): string[][] {
  const chunks: string[][] = [];
  let characters = 0;
  for (const id of ids) {
    const length = encodeURIComponent(id).length + '&id='.length;
    const last = chunks.at(-1);
    if (last === undefined || last.length === mostIds || characters + length > mostCharacters) {
      chunks.push([id]);
      characters = length;
    } else {
      last.push(id);
      characters += length;
    }
  }
  return chunks;
}
