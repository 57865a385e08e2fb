import { stringifyJson } from '#contract';

const pageSize = 1_000;

type Pageable<Item> = { byPage(settings: { maxPageSize: number }): AsyncIterable<Item[]> };

/** The first items of a list, and whether it has more. */
export type FirstItems<Item> = { found: Item[]; isCut: boolean };

/** Reads the first items of a list, up to a number of items and a number of bytes of their JSON. */
export async function firstOf<Item>(
  list: Pageable<Item>,
  most: { items: number; bytes: number },
): Promise<FirstItems<Item>> {
  const found: Item[] = [];
  let bytes = 0;
  for await (const page of list.byPage({ maxPageSize: Math.min(pageSize, most.items + 1) }))
    for (const item of page) {
      bytes += Buffer.byteLength(stringifyJson(item));
      if (found.length === most.items || bytes > most.bytes) return { found, isCut: true };
      found.push(item);
    }
  return { found, isCut: false };
}

/** In place of a list that is left out. */
export const nothing: FirstItems<never> = { found: [], isCut: false };
