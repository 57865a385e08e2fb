/** What became of one item of a batch. */
export type Outcome<Result> = { result: Result } | { error: unknown };

/**
 * Gathers calls into batches: while one batch is under way the next one gathers, so that the flush under way is the
 * only delay. `flush` answers in the order of its items; when it throws, each item of the batch is tried alone, so that
 * a bad one fails alone; `isFatal` tells a failure (a lost connection) that trying again at once would only repeat.
 */
export function groupCommit<Item, Result>(options: {
  flush(items: readonly Item[]): Promise<readonly Outcome<Result>[]>;
  isFatal(error: unknown): boolean;
  maximumItems: number;
}): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve(result: Result): void; reject(error: unknown): void };
  const gathering: Waiting[] = [];
  let isFlushing = false;

  async function attempt(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await options.flush(batch.map(({ item }) => item));
      for (const [index, waiting] of batch.entries()) settle(waiting, outcomes[index]);
    } catch (error) {
      if (batch.length === 1 || options.isFatal(error)) for (const waiting of batch) waiting.reject(error);
      else for (const waiting of batch) await attempt([waiting]);
    }
  }

  async function run(): Promise<void> {
    isFlushing = true;
    while (gathering.length > 0) await attempt(gathering.splice(0, options.maximumItems));
    isFlushing = false;
  }

  function settle(waiting: Waiting, outcome: Outcome<Result> | undefined): void {
    if (outcome === undefined) waiting.reject(new Error('a batch answered fewer items than it was given'));
    else if ('error' in outcome) waiting.reject(outcome.error);
    else waiting.resolve(outcome.result);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      gathering.push({ item, resolve, reject });
      // The first flush waits one turn of the event loop, so that calls made together share it.
      if (!isFlushing) {
        isFlushing = true;
        setImmediate(() => void run());
      }
    });
}
