'use client';
import { ChevronRight, LocateFixed } from 'lucide-react';
import { memo, useState } from 'react';
import { type LogEntry, type LogLevel, stringifyJson } from '#contract';
import { jsonSummary } from '@/components/json/json-tree.model.ts';
import { atCursor, momentProps } from '@/components/time-cursor/use-marked-moment.ts';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { formatAbsolute } from '@/components/ui/time-format.ts';
import { Highlighted } from './highlighted.tsx';

/** The color of a level's name. */
export const levelTone: Record<LogLevel, string> = {
  debug: 'text-faint',
  info: 'text-active',
  warn: 'text-caution',
  error: 'text-danger',
};

type LogLineProps = {
  line: LogEntry;
  timeZone: string;
  isWrapped: boolean;
  search: string;
  /** The line that a link or a search led to. */
  isMarked: boolean;
  /** Name of the step it was written in. */
  stepName: string | undefined;
  /** Shows the lines around this one, where a filter hides them. */
  onContext: ((id: string) => void) | undefined;
};

/** One line of a log: time, level, message, and its fields when opened. */
export const LogLine = memo(function LogLine(props: LogLineProps) {
  const { line, isWrapped, search, onContext } = props;
  const [isOpen, setOpen] = useState(false);
  const hasMore = line.fields !== undefined || line.message.includes('\n');
  return (
    <div
      {...momentProps(line.id, line.loggedOn)}
      className={cn(
        'group relative flex gap-2 px-3 font-mono text-xs leading-5 hover:bg-hover',
        line.level === 'error' && 'bg-danger-soft/60',
        line.level === 'warn' && 'bg-caution-soft/50',
        atCursor,
        props.isMarked && 'bg-selected outline outline-accent -outline-offset-1',
      )}
    >
      <span className="tabular shrink-0 text-faint" title={line.loggedOn}>
        {formatAbsolute(new Date(line.loggedOn), props.timeZone, { milliseconds: true }).slice(11)}
      </span>
      <span className={cn('w-10 shrink-0 font-medium', levelTone[line.level])}>{line.level}</span>
      <span className="min-w-0 flex-1">
        <span
          className={cn('block', isWrapped || isOpen ? 'whitespace-pre-wrap wrap-anywhere' : 'truncate whitespace-pre')}
        >
          {hasMore && (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={isOpen ? 'Collapse line' : 'Expand line'}
              className="-ml-0.5 mr-0.5 inline-grid size-4 place-items-center rounded align-[-3px] text-muted hover:bg-hover hover:text-ink"
              onClick={() => setOpen(!isOpen)}
            >
              <ChevronRight aria-hidden className={cn('size-3', isOpen && 'rotate-90')} />
            </button>
          )}
          <Highlighted text={isWrapped || isOpen ? line.message : firstLine(line.message)} search={search} />
          {line.fields !== undefined && !isOpen && (
            <span className="ml-2 text-faint">{jsonSummary(line.fields, 120)}</span>
          )}
        </span>
        {isOpen && line.fields !== undefined && (
          <pre className="mt-1 mb-1.5 max-h-80 overflow-auto rounded border border-line bg-surface p-2 text-xs">
            {stringifyJson(line.fields, 2)}
          </pre>
        )}
      </span>
      {props.stepName !== undefined && (
        <span className="hidden max-w-40 shrink-0 truncate text-faint sm:inline" title={`In step ${props.stepName}`}>
          {props.stepName}
        </span>
      )}
      {onContext !== undefined && (
        <Button
          variant="secondary"
          size="sm"
          className="absolute top-0 right-1 h-5 opacity-0 focus-visible:opacity-100 group-hover:opacity-100"
          onClick={() => onContext(line.id)}
        >
          <LocateFixed aria-hidden /> In context
        </Button>
      )}
    </div>
  );
});

/** The first line of a text, with a mark where there are more. */
export function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return end === -1 ? text : `${text.slice(0, end)} ⏎`;
}
