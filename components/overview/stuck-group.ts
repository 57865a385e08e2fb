import { filterValueWords, numberText, type Statistics, stuckReasons, taskWaits } from '#contract';
import { type Clause, fieldClause } from '@/components/filter/clause.ts';
import { writtenChoice } from '@/components/filter/definition.ts';

/** `failure`: the first line of what failed in the task that waits longest, where the operator may read it. */
export type StuckGroup = Statistics['stuck'][number] & { failure?: string };

/** The cause in words, without its count. */
export function causeOf(group: StuckGroup): string {
  const { kind, queue, type = '', subject = '' } = group;
  if (group.otherReasons !== undefined) return manyCauses({ kind, groups: [group], isRest: true });
  switch (kind) {
    case 'noWorker':
      if (queue === undefined) return 'No worker is running';
      return type === '' ? `No worker serves queue “${queue}”` : `No worker of queue “${queue}” has type ${type}`;
    case 'slots':
      return `All workers of queue “${queue ?? ''}” are busy`;
    case 'backoff':
      return `${type} is retrying: ${subject}${failureOf(group)}`;
    case 'paused':
      return `Paused by ${subject}`;
    case 'leaseExpired':
      return `Worker “${subject}” stopped responding`;
    case 'event':
      return subject === '' ? 'an event' : `event “${subject}”`;
    case 'lock':
      return subject === '' ? 'a lock' : `lock “${subject}”`;
    case 'concurrency':
      return `concurrency key “${subject}”`;
    case 'task':
      return 'another task';
    default:
      return 'a time';
  }
}

/** Tasks that fail by the same name can have failed with other words. */
function failureOf({ failure, count, isCapped }: StuckGroup): string {
  if (failure === undefined) return '';
  return count === 1 && !isCapped ? `: ${failure}` : `, such as “${failure}”`;
}

/** What many tasks of a cause can be given at once; `undefined` where the cause is not in the tasks. */
export function groupRemedy({ kind, queue, otherReasons }: StuckGroup): 'move' | 'wake' | 'resume' | undefined {
  if (otherReasons !== undefined) return undefined;
  if (kind === 'noWorker') return queue === undefined ? undefined : 'move';
  if (kind === 'backoff') return 'wake';
  return kind === 'paused' ? 'resume' : undefined;
}

/** The filter of the task list that matches the tasks of a group. */
export function groupFilter({ kind, status, queue, type, subject }: StuckGroup): Clause[] {
  const fields: [key: string, value: string | undefined][] = [
    ['status', status && writtenChoice(filterValueWords.status, status)],
    ['queue', queue],
    ['type', type],
    ['waiting', taskWaits.some((wait) => wait === kind) ? writtenChoice(filterValueWords.waitingFor, kind) : undefined],
    [
      'stuck',
      stuckReasons.some((reason) => reason === kind) ? writtenChoice(filterValueWords.stuckFor, kind) : undefined,
    ],
    ['held', subject],
  ];
  return fields.flatMap(([key, value]) => (value === undefined || value === '' ? [] : fieldClause(key, value)));
}

/** The words for the reasons of a kind that one group stands for together. */
const manyReasons: Partial<Record<StuckGroup['kind'], string>> = {
  noWorker: 'queues and types without a worker',
  slots: 'queues whose workers are busy',
  backoff: 'errors that are retried',
  paused: 'people who paused',
  leaseExpired: 'workers that stopped responding',
  event: 'events',
  lock: 'locks',
  concurrency: 'concurrency keys',
};

export type FoldedGroups = {
  kind: StuckGroup['kind'];
  groups: readonly StuckGroup[];
  count: number;
  oldest: StuckGroup;
  /** Whether other groups of the kind are shown beside the line. */
  isRest: boolean;
};

/** A kind with no more groups than these is shown whole. */
const unfoldedOfKind = 4;
/** The large groups of another kind that are shown beside the line of the others. */
const shownOfKind = 3;

/** Returns the groups to show, and those of each kind that one line stands for until it is unfolded. */
export function foldGroups(groups: readonly StuckGroup[]): (StuckGroup | FoldedGroups)[] {
  return [...Map.groupBy(groups, ({ kind }) => kind)].flatMap(([kind, ofKind]) => {
    if (ofKind.length <= unfoldedOfKind) return ofKind;
    const large = ofKind.filter(({ count: tasks }) => tasks > 1).slice(0, shownOfKind);
    const small = ofKind.filter((group) => !large.includes(group));
    const count = small.reduce((sum, group) => sum + group.count, 0);
    const oldest = small.reduce((a, b) => (a.oldestOn <= b.oldestOn ? a : b));
    return [...large, { kind, groups: small, count, oldest, isRest: large.length > 0 }];
  });
}

/** What folded groups, or a group of several reasons, have in common: `37 more queues and types without a worker`. */
export function manyCauses({ kind, groups, isRest }: Pick<FoldedGroups, 'kind' | 'groups' | 'isRest'>): string {
  const count = groups.reduce((sum, { otherReasons = 1 }) => sum + otherReasons, 0);
  return `${numberText(count)} ${isRest ? 'more ' : ''}${manyReasons[kind] ?? 'reasons'}`;
}
