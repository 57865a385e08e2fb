import type { StateAccessRecord, StateWriter } from '#contract';

/** The page of a store. Entry ids stand in the query, never in the path: any character survives there. */
export function storePath(storeName: string, more: Record<string, string> = {}): string {
  const query = new URLSearchParams(more).toString();
  return `/state/${encodeURIComponent(storeName)}${query === '' ? '' : `?${query}`}`;
}

/** The page of a store with one of its entries open. */
export function entryPath(storeName: string, id: string, more: Record<string, string> = {}): string {
  return storePath(storeName, { entry: id, ...more });
}

/** The run and step that wrote, where it was one. */
export function writerPath({ taskId, runCount, sequence }: StateWriter): string | undefined {
  return taskId === undefined ? undefined : stepPath({ taskId, runCount, sequence });
}

/** The page of a step of a run. */
export function stepPath(
  step: Pick<StateAccessRecord, 'taskId'> & { runCount?: number | undefined; sequence?: number | undefined },
): string {
  const query = new URLSearchParams({
    ...(step.runCount === undefined ? {} : { run: String(step.runCount) }),
    ...(step.sequence === undefined ? {} : { step: String(step.sequence) }),
  });
  return `/tasks/${encodeURIComponent(step.taskId)}${query.size === 0 ? '' : `?${query}`}`;
}

/** A GET handler of State: names and ids are parameters of the query. */
export function stateApi(
  name: string,
  params: Readonly<Record<string, string | readonly string[] | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    if (value === undefined) continue;
    for (const one of typeof value === 'string' ? [value] : value) query.append(key, one);
  }
  return `/api/state/${name}?${query}`;
}
