'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { inTime, nearestMoment } from '@/components/time-cursor/nearest-moment.ts';
import { useMarkedMoment } from '@/components/time-cursor/use-marked-moment.ts';
import { PrintedPart } from '@/components/ui/printed-part.tsx';
import { useIsPrinting } from '@/components/ui/printing.ts';
import { ScrollRegion } from '@/components/ui/scroll-region.tsx';
import { useTimePreferences } from '@/components/ui/time-preferences.tsx';
import { usePrintedRange } from '@/components/ui/use-printed-range.ts';
import { followsAfter } from './follow-end.ts';
import { lineMoments } from './line-moments.ts';
import { LogLine } from './log-line.tsx';
import { logRows } from './log-rows.ts';
import type { LogWindow } from './log-window.ts';
import { unloadedSide } from './unloaded-side.ts';
import { useLineInView, useStartAtCursor } from './use-lines-in-view.ts';

const lineHeight = 20;
const separatorHeight = 32;
/** Further lines are asked for when fewer than these are left beyond the screen. */
const lookAhead = 150;

type LogListProps = {
  window: LogWindow;
  search: string;
  isWrapped: boolean;
  /** Shows the last line first. */
  startsAtEnd: boolean;
  /** Shows the line nearest to the time cursor first, where it was set in another view. */
  startsAtCursor?: boolean;
  /** Stays at the newest line as lines come. */
  isFollowing: boolean;
  /** The reader scrolled away from the end, or back to it. */
  onFollowing: (isFollowing: boolean) => void;
  onOlder: () => void;
  onNewer: () => void;
  /** Which pages are on the screen, so that others can be let go and let-go ones fetched. */
  onPages: (first: number, last: number) => void;
  stepName: (sequence: number) => string | undefined;
  /** A line to bring into view. */
  markedId: string | undefined;
  onContext: ((id: string) => void) | undefined;
};

/** The lines of a log. Only those on screen are in the page; lines added at either end do not move what is read. */
export function LogList(props: LogListProps) {
  const { window, isFollowing, onFollowing, onOlder, onNewer, onPages, markedId } = props;
  const { timeZone } = useTimePreferences();
  const isPrinting = useIsPrinting();
  const rows = useMemo(() => logRows(window), [window]);
  const scroller = useRef<HTMLElement>(null);
  const moments = useMemo(() => window.pages.flatMap(({ lines = [] }) => lineMoments(lines)), [window]);
  const isKnown = useCallback((at: number) => unloadedSide(window, at) === undefined, [window]);
  useMarkedMoment(scroller, moments, isKnown);
  const virtualizer = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: (row) => lineHeight + (rows.attemptFrom(row) === undefined ? 0 : separatorHeight),
    getItemKey: rows.keyOf,
    rangeExtractor: usePrintedRange(),
    overscan: 20,
    anchorTo: 'end',
    followOnAppend: isFollowing,
    scrollEndThreshold: 2 * lineHeight,
    initialRect: { width: 900, height: 600 },
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;

  const hasLines = rows.count > 0;
  useEffect(() => {
    if (isFollowing && hasLines) virtualizer.scrollToEnd();
  }, [isFollowing, hasLines, virtualizer]);

  const { startsAtEnd, startsAtCursor = false } = props;
  useEffect(() => {
    if (startsAtEnd && hasLines) virtualizer.scrollToEnd();
  }, [startsAtEnd, hasLines, virtualizer]);

  const markedRow = markedId === undefined ? undefined : rows.rowOf(markedId);
  const isMarkedToCome = useLineInView(virtualizer, markedId, markedRow);
  useEffect(() => {
    if (!hasLines || isPrinting || isMarkedToCome()) return;
    if (window.hasOlder && first < lookAhead) onOlder();
    if (window.hasNewer && last > rows.count - lookAhead) onNewer();
    onPages(rows.pageOf(first), rows.pageOf(last));
  }, [window, rows, hasLines, isPrinting, first, last, isMarkedToCome, onOlder, onNewer, onPages]);

  useStartAtCursor(virtualizer, hasLines, (time) => {
    if (!startsAtCursor || markedId !== undefined || !isKnown(time)) return undefined;
    const nearest = nearestMoment(inTime(moments), time);
    return nearest && rows.rowOf(nearest.id);
  });

  const lastTop = useRef(0);
  const onScroll = () => {
    const element = scroller.current;
    if (element === null) return;
    // the element's own numbers: the virtualizer may hear of this scroll after us
    const { scrollTop: top, scrollHeight, clientHeight } = element;
    const scrolled = { from: lastTop.current, top, below: scrollHeight - clientHeight - top };
    lastTop.current = top;
    const follows = followsAfter(isFollowing, window.hasNewer, scrolled);
    if (follows !== isFollowing) onFollowing(follows);
  };

  return (
    <ScrollRegion
      ref={scroller}
      aria-label="Log lines"
      onScroll={onScroll}
      className="h-full min-h-0 py-1 [overflow-anchor:none]"
    >
      <div className="flows-in-print relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const line = rows.lineOf(item.index);
          const attempt = rows.attemptFrom(item.index);
          return (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className="flows-in-print absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {attempt !== undefined && <AttemptSeparator attempt={attempt} />}
              {line === undefined ? (
                <div className="h-5 px-3" aria-hidden>
                  <span className="mt-1.5 inline-block h-2 w-2/3 rounded bg-line" />
                </div>
              ) : (
                <LogLine
                  line={line}
                  timeZone={timeZone}
                  isWrapped={props.isWrapped}
                  search={props.search}
                  isMarked={line.id === markedId}
                  stepName={line.sequence === undefined ? undefined : props.stepName(line.sequence)}
                  onContext={props.onContext}
                />
              )}
            </div>
          );
        })}
      </div>
      <PrintedPart count={rows.count} total={window.hasOlder || window.hasNewer ? -1 : rows.count} />
    </ScrollRegion>
  );
}

function AttemptSeparator({ attempt }: { attempt: number }) {
  return (
    <div className="flex h-8 items-center gap-3 px-3 text-caution text-xs">
      <span aria-hidden className="h-px flex-1 bg-caution/40" />
      <span className="font-medium">Attempt {attempt}</span>
      <span aria-hidden className="h-px flex-1 bg-caution/40" />
    </div>
  );
}
