import 'server-only';
import { errorWindowInMs } from '../error/error-queries.ts';
import { mostCopied } from './copy-head.ts';
import { type AskedCopy, type CopyKind, type CopyReader, headOf, isWanted } from './copy-kind.ts';
import { copyParts } from './copy-parts.ts';
import type { ErrorGroupCopy } from './error-group-copy.ts';
import { errorGroupBody, errorGroupTitle } from './error-group-document.ts';
import { firstOf, nothing } from './first-of.ts';

const mebibyte = 2 ** 20;
const most = {
  tasks: { items: mostCopied.tasks, bytes: 4 * mebibyte },
  audit: { items: mostCopied.audit, bytes: mebibyte },
};

/** Copies of error groups: `?window=7d` says how far the occurrences go back. */
export const errorGroupKind: CopyKind<ErrorGroupCopy> = {
  read: readErrorGroupCopy,
  fileName: ({ group }) => `error-${group.id}`,
  contents: ({ group, source, comparison, remedies, tasks, audit }) => [
    { name: 'error', one: 'error', items: [group.error] },
    {
      name: 'stack of the latest failure',
      one: 'stack of the latest failure',
      items: group.latest === undefined ? [] : [group.latest],
    },
    {
      name: 'stack with original source',
      one: 'stack with original source',
      items: source === undefined ? [] : [source],
    },
    { name: 'fields in common', one: 'field in common', items: comparison?.fields ?? [] },
    { name: 'ways that were tried', one: 'way that was tried', items: remedies },
    { name: 'tasks', one: 'task', items: tasks },
    { name: 'records of what was done', one: 'record of what was done', items: audit },
  ],
  title: errorGroupTitle,
  body: errorGroupBody,
};

async function readErrorGroupCopy(
  reader: CopyReader,
  { params: { id = '' }, searchParams, abortSignal }: AskedCopy,
): Promise<ErrorGroupCopy> {
  const { client, scopes } = reader;
  const isIn = {
    comparison: isWanted('comparison', searchParams),
    tasks: isWanted('tasks', searchParams),
    sources: isWanted('sources', searchParams),
    audit: isWanted('audit', searchParams) && scopes.includes('audit/read'),
  };
  const options = { abortSignal };
  const windowInMs = errorWindowInMs(searchParams.get('window'));
  const group = await client.getErrorGroupAsync(id, { windowInMs, ...options });
  const { latest } = group;
  const [source, comparison, { remedies }, tasks, audit] = await Promise.all([
    isIn.sources && latest?.error.stack !== undefined
      ? client.getErrorFramesAsync(latest.taskId, latest.runCount, options)
      : undefined,
    isIn.comparison ? client.compareTasksAsync({ group: group.id, ...options }) : undefined,
    client.getErrorRemediesAsync(group.id, options),
    isIn.tasks ? firstOf(client.listTasksAsync({ group: group.id, ...options }), most.tasks) : nothing,
    isIn.audit ? firstOf(client.listAuditAsync({ target: group.id, ...options }), most.audit) : nothing,
  ]);
  return {
    format: 'taskdeck.errorGroup',
    ...headOf(reader),
    group,
    ...(source?.frames.some(({ original }) => original !== undefined) && { source }),
    ...(comparison === undefined ? {} : { comparison }),
    remedies,
    tasks: tasks.found,
    audit: audit.found.map(({ sourceAddress: _address, requestId: _request, ...record }) => record),
    leftOut: copyParts.errorGroup.filter((part) => !isIn[part]),
    isCut: { tasks: tasks.isCut, audit: audit.isCut },
  };
}
