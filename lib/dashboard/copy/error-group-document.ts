import { causeWords } from '@/components/error/cause-title.tsx';
import { taskCountWords } from '@/components/error/count-words.ts';
import { fieldWords, percent, valueWords } from '@/components/error/differences.model.ts';
import { errorWords } from '@/components/error/error-words.ts';
import { groupStatusLook } from '@/components/error/group-status.ts';
import { barsOf } from '@/components/error/occurrences.model.ts';
import { outcomeWords, remedyWords } from '@/components/error/remedy-words.ts';
import { statusLook } from '@/components/task/status.ts';
import { formatDuration } from '@/components/ui/duration.tsx';
import { auditTable } from './audit-table.ts';
import { bar, factTable, listTable } from './document-tables.ts';
import type { ErrorGroupCopy } from './error-group-copy.ts';
import { type Html, html } from './html.ts';
import { stackHtml } from './stack-document.ts';

/** The title of a copy of an error group. */
export function errorGroupTitle({ group }: ErrorGroupCopy): string {
  return `${causeWords(group)}: ${groupStatusLook[group.status].word.toLowerCase()}`;
}

/** The page of a copy of an error group, without its head. */
export function errorGroupBody(copy: ErrorGroupCopy): Html {
  return html`${factsOf(copy)}
${latestOf(copy)}
${occurrencesOf(copy)}
${commonOf(copy)}
${remediesOf(copy)}
${tasksOf(copy)}
${auditTable(copy.audit)}`;
}

function factsOf({ group }: ErrorGroupCopy): Html {
  return factTable([
    ['Error', errorWords(group.error)],
    ['Code', group.error.code],
    ['Type', group.type],
    ['Step', group.error.step],
    ['Owner', group.owner],
    ['Tasks affected', taskCountWords(group.taskCount)],
    ['Still failed', taskCountWords(group.failedTaskCount)],
    ['First seen', group.firstSeenOn],
    ['Last seen', group.lastSeenOn],
    ['Decided', group.changedOn && `${group.changedOn} by ${group.changedBy}`],
    ['Resolved in version', group.resolvedInVersion],
    ['Muted until', group.mutedUntil],
    ['Group', group.id],
  ]);
}

function latestOf({ group: { latest }, source }: ErrorGroupCopy): Html | undefined {
  if (latest === undefined) return undefined;
  const { taskId, runCount, endedOn, worker, error } = latest;
  return html`<h2>Latest failure</h2><p>Task ${taskId}, run ${runCount}, ${endedOn}${worker && ` on ${worker}`}</p>${stackHtml(error, source)}`;
}

function occurrencesOf({ group }: ErrorGroupCopy): Html | undefined {
  const bars = barsOf(group);
  const most = Math.max(...bars.map(({ total }) => total));
  const rows = bars.filter(({ total }) => total > 0).map(({ on, total }) => [on, total, bar(total, most)]);
  const title = `Failures from ${group.occurrences.from}, each ${formatDuration(group.occurrences.intervalInMs)}`;
  const versions = group.versions.map(({ version, registeredOn, counts }) => [
    version ?? 'Not known',
    registeredOn,
    counts.reduce((sum, count) => sum + count, 0),
  ]);
  return html`${listTable(title, ['From', 'Failures', ''], rows)}
${listTable('Versions', ['Version', 'First registered', 'Failures'], versions)}`;
}

function commonOf({ comparison }: ErrorGroupCopy): Html | undefined {
  if (comparison === undefined) return undefined;
  const { matching, others, fields } = comparison;
  const rows = fields.flatMap(({ field, values, of = { matching: matching.count, others: others.count } }) =>
    values.map((value) => [
      fieldWords(field),
      valueWords(value),
      `${percent(value.matching, of.matching)} (${value.matching})`,
      `${percent(value.others, of.others)} (${value.others})`,
    ]),
  );
  return listTable('What the failing tasks have in common', ['Field', 'Value', 'Failing', 'Succeeded'], rows);
}

function remediesOf({ remedies }: ErrorGroupCopy): Html | undefined {
  const rows = remedies.map((remedy) => [
    remedyWords(remedy),
    outcomeWords(remedy),
    remedy.medianTimeInMs === undefined ? undefined : formatDuration(remedy.medianTimeInMs),
  ]);
  return listTable('What worked last time', ['What', 'Outcome', 'After'], rows);
}

function tasksOf({ tasks }: ErrorGroupCopy): Html | undefined {
  const rows = tasks.map(({ id, name, status, runCount, endedOn, error }) => [
    id,
    name,
    statusLook[status].word,
    runCount,
    endedOn,
    error && errorWords(error),
  ]);
  return listTable('Tasks', ['Task', 'Name', 'Status', 'Run', 'Ended', 'Error'], rows);
}
