/** Runs `total` calls with at most `concurrency` under way; resolves when all are done. */
export async function inFlight(
  total: number,
  concurrency: number,
  call: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < total) await call(next++);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, total) }, lane));
}

/** Calls per second of `work`, which does `total` of them. */
export async function perSecond(total: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (total / (performance.now() - start)) * 1000;
}

/** The median of the milliseconds of `total` calls, one after the other, after a tenth as many to warm up. */
export async function medianMs(total: number, call: (index: number) => Promise<number | undefined>): Promise<number> {
  const times: number[] = [];
  const warmUp = Math.ceil(total / 10);
  for (let index = 0; index < total + warmUp; index += 1) {
    const start = performance.now();
    const measured = await call(index);
    if (Number.isNaN(measured)) throw new Error(`call ${index} was not measured`);
    if (index >= warmUp) times.push(measured ?? performance.now() - start);
  }
  return median(times);
}

/**
 * The 99th percentile of the milliseconds of `total` calls, of which `rate` begin in a second whether or not those before
 * have ended. A call counts from the time at which it should have begun.
 */
export async function p99Ms(total: number, rate: number, call: (index: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const calls: Promise<unknown>[] = [];
  const start = performance.now();
  while (calls.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - start) / 1_000) * rate));
    while (calls.length < due) {
      const at = start + (calls.length / rate) * 1_000;
      calls.push(call(calls.length).then(() => times.push(performance.now() - at)));
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(calls);
  return times.toSorted((a, b) => a - b)[Math.floor(total * 0.99)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  if (sorted.length === 0) return Number.NaN;
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The request to a subject script: one measure, on a new database, with this many tasks. */
export type Request = { measure: string; databaseUrl: string; total: number };

/** The body of every subject script: answers the request in `argv` with `{ value }` on the last line of stdout. */
export async function answer(measures: Record<string, (request: Request) => Promise<number>>): Promise<never> {
  const request: Request = JSON.parse(process.argv[2] ?? '{}');
  const measure = measures[request.measure];
  if (measure === undefined)
    throw new Error(`no measure ${request.measure}; there are ${Object.keys(measures).join(', ')}`);
  const value = await measure(request);
  process.stdout.write(`\n${JSON.stringify({ value })}\n`, () => process.exit(0));
  return new Promise(() => {});
}
