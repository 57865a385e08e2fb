import { eventId, percentDecoded, runCount, stateId, storeName, taskId } from '#contract';

/** What a pasted text can name. */
type PastedId = {
  task?: { id: string; runCount?: bigint };
  eventId?: string;
  entry?: { storeName: string; id: string };
};

/**
 * Reads a pasted id: a task, `task#run` (as copied from a run), the address of a task's page, an event's number, or a
 * reference to an entry of state (`store/id`).
 */
export function readPastedId(text: string): PastedId {
  const given = fromAddress(text.trim().replace(/^["'`]|["'`]$/g, ''));
  return {
    ...readTask(given),
    ...(eventId.safeParse(given).success ? { eventId: given } : {}),
    ...readReference(given),
  };
}

function readTask(text: string): Pick<PastedId, 'task'> {
  const [, id = '', count] = /^([^#\s]+?)(?:#(.+))?$/.exec(text) ?? [];
  if (!taskId.safeParse(id).success) return {};
  if (count === undefined) return { task: { id } };
  const run = runCount.safeParse(count);
  return run.success ? { task: { id, runCount: run.data } } : {};
}

function readReference(text: string): Pick<PastedId, 'entry'> {
  const slash = text.indexOf('/');
  const [store, id] = [storeName.safeParse(text.slice(0, slash)), stateId.safeParse(text.slice(slash + 1))];
  return slash > 0 && store.success && id.success ? { entry: { storeName: store.data, id: id.data } } : {};
}

function fromAddress(text: string): string {
  const url = /^https?:/.test(text) ? URL.parse(text) : null;
  const [, id] = /^\/tasks\/([^/]+)/.exec(url?.pathname ?? '') ?? [];
  if (url === null || id === undefined) return text;
  const run = url.searchParams.get('run');
  return (percentDecoded(id) ?? id) + (run === null ? '' : `#${run}`);
}
