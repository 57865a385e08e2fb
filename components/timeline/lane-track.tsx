import type { ReactNode } from 'react';
import { statusLook, toneText } from '@/components/task/status.ts';
import { cn } from '@/components/ui/class-names.ts';
import { Link } from '@/components/ui/link.tsx';
import { type Bar, barWords, keyOf, type LaneView, type LoadBar, type TimelineRun } from './timeline.model.ts';

type LaneTrackProps = {
  lane: LaneView;
  now: number;
  formatTime: (time: string) => string;
  isCurrent: (run: TimelineRun) => boolean;
  onFocus: (run: TimelineRun) => void;
  /** What crosses all lanes, such as the cursor. */
  overlay: ReactNode;
};

const hatched = 'repeating-linear-gradient(135deg, currentColor 0 2px, transparent 2px 4px)';
const [leastHeight, heightOfEach, mostHeight] = [28, 8, 112];

/** One worker or queue: its name, what it did in words, and its bars. */
export function LaneTrack({ lane, now, formatTime, isCurrent, onFocus, overlay }: LaneTrackProps) {
  const stacked = Math.max(1, ...lane.bars.map(({ height }) => Math.round(1 / height)));
  const height = Math.min(mostHeight, Math.max(leastHeight, stacked * heightOfEach));
  return (
    <li className="grid sm:grid-cols-[12rem_minmax(0,1fr)]">
      <div className="min-w-0 px-3 py-1">
        <p className="truncate text-sm" title={lane.name}>
          {lane.name}
        </p>
        <p className="tabular wrap-anywhere text-muted text-xs">{lane.words}</p>
      </div>
      <div
        data-track
        className="relative touch-pan-y cursor-crosshair overflow-hidden bg-sunken"
        style={{ minHeight: height }}
      >
        {lane.load.map((bar) => (
          <LoadShare key={bar.load.on} bar={bar} formatTime={formatTime} />
        ))}
        {lane.bars.map((bar) => (
          <RunBar
            key={keyOf(bar.run)}
            bar={bar}
            words={barWords(bar.run, now, formatTime)}
            isCurrent={isCurrent(bar.run)}
            onFocus={() => onFocus(bar.run)}
          />
        ))}
        {lane.lostAt !== undefined && (
          <span
            title={lostTitle(lane.replacedBy)}
            className={cn(
              'absolute inset-y-0 border-l-2 border-dashed',
              lane.replacedBy === undefined ? 'border-danger' : 'border-muted',
            )}
            style={{ left: `min(${lane.lostAt * 100}%, calc(100% - 2px))` }}
          />
        )}
        {overlay}
      </div>
    </li>
  );
}

/** Of a lost worker that is replaced nothing is to be done, so its mark has no colour of a failure. */
function lostTitle(replacedBy: string | undefined): string {
  if (replacedBy === undefined) return 'The worker was lost here';
  const instead = replacedBy === 'service' ? 'Every service does its work' : `${replacedBy} serves the same since`;
  return `The worker was lost here. ${instead}.`;
}

type RunBarProps = { bar: Bar; words: string; isCurrent: boolean; onFocus: () => void };

function RunBar({ bar: { run, left, width, waited, top, height }, words, isCurrent, onFocus }: RunBarProps) {
  const { tone } = statusLook[run.status];
  const place = { top: `calc(${top * 100}% + 1px)`, height: `calc(${height * 100}% - 2px)` };
  return (
    <>
      {waited > 0 && (
        <span
          aria-hidden
          className="absolute border-faint border-b border-dashed"
          style={{ ...place, left: `${(left - waited) * 100}%`, width: `${waited * 100}%` }}
        />
      )}
      <Link
        href={`/tasks/${encodeURIComponent(run.taskId)}?run=${run.runCount}`}
        prefetch={false}
        draggable={false}
        data-run={keyOf(run)}
        tabIndex={isCurrent ? 0 : -1}
        aria-label={words}
        title={words}
        onFocus={onFocus}
        className={cn(
          'absolute block min-w-0.5 forced-color-adjust-none rounded-[2px] focus-visible:z-10',
          toneText[tone],
          tone === 'danger' && 'border border-current',
          run.endedOn === undefined && 'rounded-r-none',
          run.wentOn && 'border-current border-r-2 border-dashed opacity-60',
        )}
        style={{
          ...place,
          left: `${left * 100}%`,
          width: `${width * 100}%`,
          background: tone === 'danger' ? hatched : 'currentColor',
        }}
      />
    </>
  );
}

/** Failures are hatched from above, by their share of what ended. */
function LoadShare({
  bar: { load, left, width, height, failed },
  formatTime,
}: {
  bar: LoadBar;
  formatTime: (time: string) => string;
}) {
  const words = `${formatTime(load.on)}: ${load.running.toFixed(1)} at a time, ${load.ended} ended, ${load.failed} failed`;
  return (
    <span
      title={words}
      className="absolute inset-y-0 forced-color-adjust-none"
      style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
    >
      <span
        className={cn('absolute inset-x-0 bottom-0 bg-active/70', height > 0 && 'min-h-0.5')}
        style={{ height: `${height * 100}%` }}
      />
      <span
        className={cn('absolute inset-x-0 top-0 text-danger', failed > 0 && 'min-h-1')}
        style={{ height: `${failed * 100}%`, background: hatched }}
      />
    </span>
  );
}
