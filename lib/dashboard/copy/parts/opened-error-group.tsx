'use client';
import { CauseTitle, causeWords } from '@/components/error/cause-title.tsx';
import { Differences } from '@/components/error/differences.tsx';
import { errorWords } from '@/components/error/error-words.ts';
import { GroupFacts, GroupLine } from '@/components/error/group-facts.tsx';
import { LatestError } from '@/components/error/latest-error.tsx';
import { Occurrences } from '@/components/error/occurrences.tsx';
import { RemedyList } from '@/components/error/remedy-list.tsx';
import { StatusBadge } from '@/components/task/status-badge.tsx';
import { Card, CardEmpty } from '@/components/ui/card.tsx';
import { formatDuration } from '@/components/ui/duration.tsx';
import { Time } from '@/components/ui/time.tsx';
import { errorWindows } from '../../error/error-queries.ts';
import { overviewWindows, windowWords } from '../../overview/overview-window.ts';
import type { ErrorGroupCopy } from '../error-group-copy.ts';
import { CopiedAuditCard } from './copied-audit-card.tsx';
import { CopiedRows } from './copied-rows.tsx';
import { CopyNote } from './copy-note.tsx';

/** A copy of an error group in the views of its page. Its tasks are in another Taskdeck, so nothing leads to them. */
export function OpenedErrorGroup({ copy }: { copy: ErrorGroupCopy }) {
  const { group, source, comparison, remedies, tasks, audit, leftOut } = copy;
  const { counts, intervalInMs } = group.occurrences;
  const spanInMs = counts.length * intervalInMs;
  const window = errorWindows.find((name) => overviewWindows[name] === spanInMs);
  const windowName = window === undefined ? formatDuration(spanInMs) : windowWords[window];
  const inCommon = comparison?.fields.length ?? 0;
  return (
    <article aria-label={`Copy of ${causeWords(group)}`} className="grid min-w-0 gap-4">
      <header className="grid min-w-0 gap-3">
        <div className="min-w-0">
          <h2 className="wrap-anywhere font-semibold text-lg">
            <CauseTitle group={group} />
          </h2>
          <GroupLine group={group} />
        </div>
        <CopyNote copy={copy} />
        <GroupFacts group={group} />
      </header>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Occurrences group={group} windowName={windowName} actions={null} />
        <LatestError group={group} mapped={source} isCopy />
      </div>
      <Card title="What the failing tasks have in common">
        {comparison !== undefined && inCommon > 0 ? (
          <Differences comparison={comparison} filter="" pathOf={null} />
        ) : (
          <CardEmpty>{comparison === undefined ? 'It is not in this copy.' : 'Nothing beyond chance.'}</CardEmpty>
        )}
      </Card>
      <Card title="What worked last time">
        {remedies.length > 0 ? (
          <RemedyList remedies={remedies} />
        ) : (
          <CardEmpty>No task with this failure had been rerun or forked.</CardEmpty>
        )}
      </Card>
      <CopiedRows
        title="Tasks"
        empty={leftOut.includes('tasks') ? 'They are not in this copy.' : 'No task.'}
        rows={tasks}
        rowId={({ id }) => id}
        columns={[
          { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
          { header: 'Task', cell: ({ id }) => <code className="text-xs">{id}</code> },
          { header: 'Name', cell: ({ name }) => name },
          { header: 'Runs', cell: ({ runCount }) => runCount },
          { header: 'Ended', cell: ({ endedOn }) => endedOn && <Time value={endedOn} style="absolute" /> },
          { header: 'Error', cell: ({ error }) => error && errorWords(error) },
        ]}
      />
      <CopiedAuditCard audit={audit} isLeftOut={leftOut.includes('audit')} />
    </article>
  );
}
