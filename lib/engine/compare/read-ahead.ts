const fewest = 500;
const most = 1_000;
const batchBytes = 8 * 2 ** 20;
/** Batches that are read while one is used. */
const depth = 2;

/** What was read for the keys from one place on, how many they are, and how many bytes it has. */
export type Batch<Read> = { from: number; count: number; read: Read; bytes: number };

/**
 * Reads what belongs to keys in batches, in order, two of them ahead of the one that is used. A batch has 500 to 1,000 keys:
 * as many as come to about 8 MiB by the sizes of the batch before.
 */
export async function* readAhead<Read>(
  keys: readonly number[],
  readBatch: (keys: readonly number[]) => Promise<{ read: Read; bytes: number }>,
): AsyncGenerator<Batch<Read>> {
  const ahead: Promise<Batch<Read>>[] = [];
  let next = 0;
  let size = fewest;
  const start = () => {
    if (next >= keys.length) return;
    const from = next;
    const chosen = keys.slice(from, from + size);
    next += size;
    const batch = readBatch(chosen).then((answer) => ({ from, count: chosen.length, ...answer }));
    batch.catch(() => {}); // met when its turn comes
    ahead.push(batch);
  };
  for (let batch = 0; batch < depth; batch++) start();
  for (let current = ahead.shift(); current !== undefined; current = ahead.shift()) {
    const batch = await current;
    const fitting = Math.floor((batchBytes * batch.count) / Math.max(1, batch.bytes));
    size = Math.min(most, Math.max(fewest, fitting));
    start();
    yield batch;
  }
}
