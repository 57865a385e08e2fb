import 'server-only';
import { isRequestFailedError, type TaskClient } from '#client';
import type { Scope, TaskResponse } from '#contract';
import { readPage } from '../list/page.ts';
import { readPastedId } from './pasted-id.ts';

type Exact = { label: string; detail: string; href: string };
type FoundTask = Pick<TaskResponse, 'id' | 'name' | 'type' | 'status'>;

const mostTasks = 8;

/** What a text names exactly, and the tasks that its words are found in. */
export async function findInPalette(
  client: TaskClient,
  scopes: readonly Scope[],
  text: string,
  abortSignal: AbortSignal,
): Promise<{ exact?: Exact; tasks: FoundTask[] }> {
  const search = text.trim().slice(0, 256);
  if (search === '') return { tasks: [] };
  const pasted = readPastedId(text);
  const [task, event, entry, found] = await Promise.all([
    pasted.task === undefined ? undefined : findTask(client, pasted.task, abortSignal),
    pasted.eventId === undefined || !scopes.includes('events/read')
      ? undefined
      : findEvent(client, pasted.eventId, abortSignal),
    pasted.entry === undefined || !scopes.includes('state/read')
      ? undefined
      : findEntry(client, pasted.entry, abortSignal),
    readPage(client.listTasksAsync({ search, abortSignal }), { maxPageSize: mostTasks }),
  ]);
  const exact = task ?? event ?? entry;
  const tasks = found.value.map(({ id, type, status, name }) => ({ id, type, status, ...(name && { name }) }));
  return { ...(exact === undefined ? {} : { exact }), tasks };
}

async function findTask(
  client: TaskClient,
  { id, runCount }: { id: string; runCount?: string },
  abortSignal: AbortSignal,
): Promise<Exact | undefined> {
  const href = `/tasks/${encodeURIComponent(id)}`;
  try {
    if (runCount === undefined) {
      const task = await client.getTaskAsync(id, { abortSignal });
      return { label: id, detail: task.name ?? task.type, href };
    }
    const run = await client.getTaskHistoryAsync(id, BigInt(runCount), { abortSignal });
    return { label: `${id}#${run.runCount}`, detail: `run ${run.runCount}`, href: `${href}?run=${run.runCount}` };
  } catch (error) {
    return unlessMissing(error);
  }
}

async function findEvent(client: TaskClient, id: string, abortSignal: AbortSignal): Promise<Exact | undefined> {
  try {
    const { value } = await readPage(client.listEventsAsync({ id, abortSignal }), { maxPageSize: 1 });
    const [event] = value;
    if (event === undefined) return undefined;
    const filter = new URLSearchParams({ filter: `id:${id}` });
    return { label: id, detail: `event “${event.name}”`, href: `/events?${filter}` };
  } catch (error) {
    return unlessMissing(error);
  }
}

async function findEntry(
  client: TaskClient,
  { storeName, id }: { storeName: string; id: string },
  abortSignal: AbortSignal,
): Promise<Exact | undefined> {
  try {
    const { version } = await client
      .getStateClient()
      .getStateAsync(storeName, id, { includeValue: false, abortSignal });
    return {
      label: `${storeName}/${id}`,
      detail: `entry, version ${version}`,
      href: `/state/${storeName}?${new URLSearchParams({ entry: id })}`,
    };
  } catch (error) {
    return unlessMissing(error);
  }
}

/** An id that names nothing, or cannot, is no failure here. */
function unlessMissing(error: unknown): undefined {
  if (isRequestFailedError(error) && (error.statusCode === 404 || error.statusCode === 400)) return undefined;
  throw error;
}
