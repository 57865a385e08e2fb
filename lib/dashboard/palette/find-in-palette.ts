import { taskName } from '@/components/task/task-row.ts';
import 'server-only';
import { isRequestFailedError, type TaskClient } from '#client';
import type { Scope, TaskResponse } from '#contract';
import { printValue } from '@/components/filter/clause.ts';
import { readPage } from '../list/page.ts';
import { readStores } from '../state/read-state.ts';
import { readFleet } from '../worker/read-fleet.ts';
import { readPastedId } from './pasted-id.ts';

type Exact = { label: string; detail: string; href: string };
/** A store, a queue or a worker. `isExact`: the text is its name. */
type Place = { kind: 'store' | 'queue' | 'worker'; name: string; href: string; isExact?: true };
type FoundTask = Pick<TaskResponse, 'id' | 'name' | 'type' | 'status'>;

const mostTasks = 8;
const mostPlaces = 6;

/** What a text names exactly, and the tasks that its words are found in. */
export async function findInPalette(
  client: TaskClient,
  scopes: readonly Scope[],
  text: string,
  abortSignal: AbortSignal,
): Promise<{ exact?: Exact; places: Place[]; tasks: FoundTask[] }> {
  const search = text.trim().slice(0, 256);
  if (search === '') return { places: [], tasks: [] };
  const pasted = readPastedId(text);
  const readsTasks = scopes.includes('tasks/read');
  const [task, event, entry, places, found] = await Promise.all([
    pasted.task === undefined || !readsTasks ? undefined : findTask(client, pasted.task, abortSignal),
    pasted.eventId === undefined || !scopes.includes('events/read')
      ? undefined
      : findEvent(client, pasted.eventId, abortSignal),
    pasted.entry === undefined || !scopes.includes('state/read')
      ? undefined
      : findEntry(client, pasted.entry, abortSignal),
    findPlaces(client, scopes, search, abortSignal),
    readsTasks ? readPage(client.listTasksAsync({ search, abortSignal }), { maxPageSize: mostTasks }) : { value: [] },
  ]);
  const exact = task ?? event ?? entry;
  const tasks = found.value.map(({ id, type, status, name }) => ({ id, type, status, ...(name && { name }) }));
  return { ...(exact === undefined ? {} : { exact }), places, tasks };
}

/** Stores, queues and workers whose names hold the text, those with this name first, as far as the operator may read them. */
async function findPlaces(
  client: TaskClient,
  scopes: readonly Scope[],
  search: string,
  abortSignal: AbortSignal,
): Promise<Place[]> {
  const [stores, fleet] = await Promise.all([
    scopes.includes('state/read') ? readStores(client, new URLSearchParams(), { abortSignal }) : undefined,
    scopes.includes('workers/read') ? readFleet(client, abortSignal) : undefined,
  ]);
  const sought = search.toLowerCase();
  const all: Place[] = [
    ...(stores?.value ?? []).map(({ name }) => ({ kind: 'store' as const, name, href: `/state/${name}` })),
    ...(fleet?.queues ?? []).map(({ name }) => ({
      kind: 'queue' as const,
      name,
      href: scopes.includes('tasks/read')
        ? `/tasks?${new URLSearchParams({ filter: `queue:${printValue(name)}` })}`
        : '/workers',
    })),
    ...(fleet?.workers ?? []).map(({ name }) => ({ kind: 'worker' as const, name, href: '/workers' })),
  ];
  const isExact = ({ name }: Place) => name.toLowerCase() === sought;
  const holding = all.filter((place) => place.name.toLowerCase().includes(sought) && !isExact(place));
  return [...all.filter(isExact).map((place) => ({ ...place, isExact: true as const })), ...holding].slice(
    0,
    mostPlaces,
  );
}

async function findTask(
  client: TaskClient,
  { id, runCount }: { id: string; runCount?: bigint },
  abortSignal: AbortSignal,
): Promise<Exact | undefined> {
  const href = `/tasks/${encodeURIComponent(id)}`;
  try {
    if (runCount === undefined) {
      const task = await client.getTaskAsync(id, { abortSignal });
      return { label: id, detail: taskName(task), href };
    }
    const run = await client.getTaskHistoryAsync(id, runCount, { abortSignal });
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

/** An id that names nothing, or cannot, is no failure here. Nor is a store outside of the operator's bounds. */
function unlessMissing(error: unknown): undefined {
  if (isRequestFailedError(error) && (error.statusCode === 404 || error.statusCode === 400)) return undefined;
  if (isRequestFailedError(error) && error.code === 'OutsideBounds') return undefined;
  throw error;
}
