'use client';
import { ArrowDownToLine, FileText } from 'lucide-react';
import { useRef, useState } from 'react';
import { coverageSentence, isFiltered, logFilterQuery } from '@/components/log/log-filter.ts';
import { LogList } from '@/components/log/log-list.tsx';
import { logRows } from '@/components/log/log-rows.ts';
import { LogStrip } from '@/components/log/log-strip.tsx';
import { LogToolbar } from '@/components/log/log-toolbar.tsx';
import { UnloadedMoment } from '@/components/log/unloaded-moment.tsx';
import type { RunView } from '@/components/run/run-view.ts';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { useDocumentKey } from '@/components/ui/use-document-key.ts';
import { ReadFailure } from '../../problem/parts/read-failure.tsx';
import { goneWords } from '../gone-run.ts';
import { runPaths } from '../run-queries.ts';
import { useRunLog } from '../use-run-log.ts';
import { ReadableTab } from './readable-tab.tsx';
import { RunReadFailure } from './run-read-failure.tsx';

type LogsTabProps = { taskId: string; run: RunView; stepName: (sequence: number) => string | undefined };

/** The log of a run: searched by the service over every line, followed while the run goes on. */
export function LogsTab(props: LogsTabProps) {
  return (
    <ReadableTab scope="logs/read" what="the log" icon={FileText}>
      <RunLog {...props} />
    </ReadableTab>
  );
}

function RunLog({ taskId, run, stepName }: LogsTabProps) {
  const [isWrapped, setWrapped] = useState(false);
  const searchInput = useRef<HTMLInputElement>(null);
  useFindKey(searchInput);
  const shown = useRunLog(taskId, run);
  const { log, volume, filter, hasEnded, isFollowing, line } = shown;

  const path = runPaths.run(taskId, run.runCount);
  const rows = logRows(log.window);
  const { count } = rows;
  const isComplete = !log.window.hasOlder && !log.window.hasNewer;
  const isGone = log.problem !== undefined && goneWords(log.problem) !== undefined;
  const downloadHref = (scope: 'all' | 'filtered', format: 'text' | 'ndjson') => {
    const query = scope === 'all' ? new URLSearchParams() : logFilterQuery(filter);
    query.set('format', format);
    return `${path}/logs/download?${query}`;
  };
  const isNarrowed = isFiltered(filter);
  const coverage =
    count === 0 && log.problem !== undefined
      ? 'No line was read.'
      : coverageSentence(filter, run.runCount, { count, isComplete });
  return (
    <div className="flows-in-print absolute inset-0 flex flex-col">
      <LogToolbar
        filter={filter}
        onFilter={shown.setFilter}
        attempts={run.attempt}
        stepName={stepName}
        onJump={shown.jump}
        isWrapped={isWrapped}
        onWrapped={setWrapped}
        isFollowing={isFollowing}
        onFollowing={hasEnded ? undefined : shown.follow}
        downloadHref={isGone ? undefined : downloadHref}
        searchInput={searchInput}
      />
      <LogStrip volume={volume.data} isFiltered={isNarrowed} line={line} onJump={shown.showLine} />
      {!isGone && (
        <ReadFailure className="px-3 py-1" title="The number of lines over time could not be read" read={volume} />
      )}
      {log.problem !== undefined && (
        <RunReadFailure className="m-3" title="The log could not be read" problem={log.problem} onRetry={log.retry} />
      )}
      <div className="relative min-h-0 flex-1 bg-surface">
        {!log.isLoaded && <LinesSkeleton />}
        {log.isLoaded && count === 0 && log.problem === undefined && (
          <EmptyState icon={FileText} title={isNarrowed ? 'No line matches' : 'Nothing was logged'}>
            {isNarrowed
              ? `All lines of run ${run.runCount} were searched.`
              : 'Lines that the task writes with ctx.log appear here.'}
          </EmptyState>
        )}
        {count > 0 && (
          <LogList
            key={`${log.key} ${shown.jumps}`}
            startsAtCursor={shown.startsAtCursor}
            startsAtEnd={shown.startsAtEnd}
            window={log.window}
            search={filter.search ?? ''}
            isWrapped={isWrapped}
            isFollowing={isFollowing}
            onFollowing={hasEnded ? ignore : shown.setFollowing}
            onOlder={log.onOlder}
            onNewer={log.onNewer}
            onPages={log.onPages}
            stepName={stepName}
            markedId={line}
            onContext={isNarrowed ? shown.showContext : undefined}
          />
        )}
        {count > 0 && <UnloadedMoment window={log.window} onLoad={shown.showLineAt} />}
        {!hasEnded && !isFollowing && count > 0 && (
          <Button
            variant="primary"
            size="sm"
            className="absolute bottom-3 left-1/2 -translate-x-1/2"
            onClick={() => shown.follow(true)}
          >
            <ArrowDownToLine aria-hidden /> To the newest line
          </Button>
        )}
      </div>
      <p className="border-line border-t px-3 py-1 text-muted text-xs" role="status">
        {log.isLoaded ? coverage : 'Reading the log…'}
        {line !== undefined &&
          log.isLoaded &&
          (rows.rowOf(line) === undefined ? ' The line of the link is not among them.' : ' Around one line.')}
      </p>
    </div>
  );
}

const ignore = () => {};

/** Ctrl or Cmd F goes to the search that covers every line; pressed again there, the browser's own find opens. */
function useFindKey(input: React.RefObject<HTMLInputElement | null>) {
  useDocumentKey((event) => {
    if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (document.activeElement === input.current) return;
    event.preventDefault();
    input.current?.focus();
    input.current?.select();
  });
}

function LinesSkeleton() {
  return (
    <div className="space-y-2 p-3" aria-busy>
      {Array.from({ length: 14 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity
        <Skeleton key={index} className={index % 3 === 0 ? 'h-3 w-2/3' : 'h-3 w-1/2'} />
      ))}
    </div>
  );
}
