'use client';
import { ArrowDownToLine, FileText } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { useCallback, useRef, useState } from 'react';
import { isEnded } from '#contract';
import { coverageSentence, isFiltered, type LogFilter, logFilterQuery } from '@/components/log/log-filter.ts';
import { LogList } from '@/components/log/log-list.tsx';
import { logRows } from '@/components/log/log-rows.ts';
import { LogStrip } from '@/components/log/log-strip.tsx';
import { LogToolbar } from '@/components/log/log-toolbar.tsx';
import { UnloadedMoment } from '@/components/log/unloaded-moment.tsx';
import type { RunView } from '@/components/run/run-view.ts';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useDocumentKey } from '@/components/ui/use-document-key.ts';
import { readLineAt } from '../../log/line-at.ts';
import { useLogVolume } from '../../log/use-log-volume.ts';
import { type LogAnchor, useLogWindow } from '../../log/use-log-window.ts';
import { ReadFailure } from '../../problem/parts/read-failure.tsx';
import { problemOf } from '../../problem/problem.ts';
import { logParams } from '../run-params.ts';
import { runPaths } from '../run-queries.ts';

type LogsTabProps = { taskId: string; run: RunView; stepName: (sequence: number) => string | undefined };

/** The log of a run: searched by the service over every line, followed while the run goes on. */
export function LogsTab({ taskId, run, stepName }: LogsTabProps) {
  const [url, setUrl] = useQueryStates(logParams, { history: 'replace' });
  const hasEnded = isEnded(run.status);
  const [isWrapped, setWrapped] = useState(false);
  const [isFollowing, setFollowing] = useState(!hasEnded && url.line === null);
  const [end, setEnd] = useState<'start' | 'end'>(hasEnded ? 'start' : 'end');
  const [jumps, setJumps] = useState(0);
  const filter: LogFilter = {
    search: url.q ?? undefined,
    level: url.level ?? undefined,
    attempt: url.attempt ?? undefined,
    sequence: url.of ?? undefined,
  };
  const anchor: LogAnchor = url.line === null ? end : { line: url.line };
  const log = useLogWindow({ taskId, run: run.runCount, filter, anchor });
  const volume = useLogVolume(taskId, run.runCount, filter);
  const searchInput = useRef<HTMLInputElement>(null);
  useFindKey(searchInput);

  const setFilter = useCallback(
    (next: LogFilter) =>
      void setUrl({
        q: next.search ?? null,
        level: next.level ?? null,
        attempt: next.attempt ?? null,
        of: next.sequence ?? null,
        line: null,
      }),
    [setUrl],
  );
  const showContext = useCallback(
    (line: string) => {
      setFollowing(false);
      void setUrl({ q: null, level: null, attempt: null, of: null, line }, { history: 'push' });
    },
    [setUrl],
  );
  const follow = (isOn: boolean) => {
    setFollowing(isOn);
    if (!isOn) return;
    setEnd('end');
    if (url.line !== null) void setUrl({ line: null });
  };

  const jump = (to: 'start' | 'end') => {
    setFollowing(to === 'end' && !hasEnded);
    setEnd(to);
    setJumps(jumps + 1);
    if (url.line !== null) void setUrl({ line: null });
  };

  const loadAt = async (at: number) => {
    try {
      const line = await readLineAt({ taskId, run: run.runCount, filter }, at);
      if (line === undefined) return jump('start');
      setFollowing(false);
      await setUrl({ line });
    } catch (error) {
      toast.error('The line was not loaded', { description: problemOf(error).detail });
    }
  };

  const path = runPaths.run(taskId, run.runCount);
  const count = logRows(log.window).count;
  const isComplete = !log.window.hasOlder && !log.window.hasNewer;
  const isNarrowed = isFiltered(filter);
  const coverage =
    count === 0 && log.problem !== undefined
      ? 'No line was read.'
      : coverageSentence(filter, run.runCount, { count, isComplete });
  return (
    <div className="absolute inset-0 flex flex-col">
      <LogToolbar
        filter={filter}
        onFilter={setFilter}
        attempts={run.attempt}
        stepName={stepName}
        onJump={jump}
        isWrapped={isWrapped}
        onWrapped={setWrapped}
        isFollowing={isFollowing}
        onFollowing={hasEnded ? undefined : follow}
        downloadHref={(scope, format) => {
          const query = scope === 'all' ? new URLSearchParams() : logFilterQuery(filter);
          query.set('format', format);
          return `${path}/logs/download?${query}`;
        }}
        searchInput={searchInput}
      />
      <LogStrip
        volume={volume.data}
        isFiltered={isNarrowed}
        line={url.line ?? undefined}
        onJump={(line) => {
          setFollowing(false);
          void setUrl({ line });
        }}
      />
      <ReadFailure className="px-3 py-1" title="The number of lines over time could not be read" read={volume} />
      {log.problem !== undefined && (
        <ErrorState className="m-3" title="The log could not be read" problem={log.problem} onRetry={log.retry} />
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
            key={`${log.key} ${jumps}`}
            startsAtCursor={jumps === 0 && !isFollowing && url.line === null}
            startsAtEnd={end === 'end' && url.line === null && jumps > 0}
            window={log.window}
            search={filter.search ?? ''}
            isWrapped={isWrapped}
            isFollowing={isFollowing}
            onFollowing={hasEnded ? ignore : setFollowing}
            onOlder={log.onOlder}
            onNewer={log.onNewer}
            onPages={log.onPages}
            stepName={stepName}
            markedId={url.line ?? undefined}
            onContext={isNarrowed ? showContext : undefined}
          />
        )}
        {count > 0 && <UnloadedMoment window={log.window} onLoad={loadAt} />}
        {!hasEnded && !isFollowing && count > 0 && (
          <Button
            variant="primary"
            size="sm"
            className="absolute bottom-3 left-1/2 -translate-x-1/2"
            onClick={() => follow(true)}
          >
            <ArrowDownToLine aria-hidden /> To the newest line
          </Button>
        )}
      </div>
      <p className="border-line border-t px-3 py-1 text-muted text-xs" role="status">
        {log.isLoaded ? coverage : 'Reading the log…'}
        {url.line !== null && ' Around one line.'}
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
