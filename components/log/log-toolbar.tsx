'use client';
import { ArrowDownToLine, ArrowUpToLine, Download, Search, WrapText, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type LogLevel, logLevels } from '#contract';
import { Badge } from '@/components/ui/badge.tsx';
import { Button } from '@/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx';
import { Input } from '@/components/ui/input.tsx';
import { Select } from '@/components/ui/select.tsx';
import { isFiltered, type LogFilter } from './log-filter.ts';

/** A level and those above it, in words. */
export const levelWords: Record<LogLevel, string> = {
  debug: 'All levels',
  info: 'Info and above',
  warn: 'Warnings and errors',
  error: 'Errors only',
};

type LogToolbarProps = {
  filter: LogFilter;
  onFilter: (filter: LogFilter) => void;
  attempts: number;
  stepName: (sequence: number) => string | undefined;
  /** Shows either end of the whole log at once. */
  onJump: (to: 'start' | 'end') => void;
  isWrapped: boolean;
  onWrapped: (isWrapped: boolean) => void;
  isFollowing: boolean;
  /** `undefined`: the run has ended, there is nothing to follow. */
  onFollowing: ((isFollowing: boolean) => void) | undefined;
  /** `undefined`: there is nothing left to download. */
  downloadHref: DownloadHref | undefined;
  searchInput: RefObject<HTMLInputElement | null>;
};

type DownloadHref = (scope: 'all' | 'filtered', format: 'text' | 'ndjson') => string;

/** What narrows a log, how it is shown, and the way to take it along. */
export function LogToolbar(props: LogToolbarProps) {
  const { filter, onFilter } = props;
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-line border-b p-2">
      <SearchBox
        value={filter.search ?? ''}
        onChange={(search) => onFilter({ ...filter, search: search === '' ? undefined : search })}
        input={props.searchInput}
      />
      <Select
        aria-label="Level"
        value={filter.level ?? 'debug'}
        onChange={(event) => onFilter({ ...filter, level: levelOf(event.target.value) })}
      >
        {logLevels.map((level) => (
          <option key={level} value={level}>
            {levelWords[level]}
          </option>
        ))}
      </Select>
      {props.attempts > 1 && (
        <Select
          aria-label="Attempt"
          value={filter.attempt ?? ''}
          onChange={(event) =>
            onFilter({ ...filter, attempt: event.target.value === '' ? undefined : Number(event.target.value) })
          }
        >
          <option value="">All attempts</option>
          {Array.from({ length: props.attempts }, (_, index) => index + 1).map((attempt) => (
            <option key={attempt} value={attempt}>
              Attempt {attempt}
            </option>
          ))}
        </Select>
      )}
      {filter.sequence !== undefined && (
        <Badge tone="accent" className="h-7">
          Step {props.stepName(filter.sequence) ?? filter.sequence + 1}
          <button
            type="button"
            aria-label="Show all steps"
            onClick={() => onFilter({ ...filter, sequence: undefined })}
          >
            <X aria-hidden />
          </button>
        </Badge>
      )}
      {isFiltered(filter) && (
        <Button variant="ghost" size="sm" onClick={() => onFilter({})}>
          Clear
        </Button>
      )}
      <span className="ml-auto flex items-center gap-1.5">
        <Button
          variant="ghost"
          size="sm"
          iconOnly
          aria-label="First line"
          title="First line"
          onClick={() => props.onJump('start')}
        >
          <ArrowUpToLine aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="sm"
          iconOnly
          aria-label="Last line"
          title="Last line"
          onClick={() => props.onJump('end')}
        >
          <ArrowDownToLine aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="sm"
          aria-pressed={props.isWrapped}
          onClick={() => props.onWrapped(!props.isWrapped)}
          className="aria-pressed:bg-selected aria-pressed:text-ink"
        >
          <WrapText aria-hidden /> Wrap
        </Button>
        {props.onFollowing !== undefined && (
          <Button
            variant="ghost"
            size="sm"
            aria-pressed={props.isFollowing}
            onClick={() => props.onFollowing?.(!props.isFollowing)}
            className="aria-pressed:bg-selected aria-pressed:text-ink"
          >
            <ArrowDownToLine aria-hidden /> Follow
          </Button>
        )}
        {props.downloadHref !== undefined && <DownloadMenu isFiltered={isFiltered(filter)} href={props.downloadHref} />}
      </span>
    </div>
  );
}

function levelOf(text: string): LogLevel | undefined {
  const level = logLevels.find((name) => name === text);
  return level === 'debug' ? undefined : level;
}

/** Asks the service a moment after the last key, so that a word costs one search. */
function SearchBox(props: {
  value: string;
  onChange: (search: string) => void;
  input: RefObject<HTMLInputElement | null>;
}) {
  const { value, onChange } = props;
  const [text, setText] = useState(value);
  const asked = useRef(value);
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    if (text === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = text;
      onChange(text);
    }, 250);
    return () => clearTimeout(timer);
  }, [text, onChange]);
  return (
    <span className="relative min-w-40 flex-1 basis-48">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2 size-3.5 -translate-y-1/2 text-muted"
      />
      <Input
        ref={props.input}
        type="search"
        aria-label="Search all lines of this run"
        placeholder="Search all lines"
        maxLength={256}
        className="pl-7"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </span>
  );
}

function DownloadMenu({ isFiltered: hasFilter, href }: { isFiltered: boolean; href: DownloadHref }) {
  const item = (scope: 'all' | 'filtered', format: 'text' | 'ndjson', words: string) => (
    <DropdownMenuItem onSelect={() => download(href(scope, format))}>{words}</DropdownMenuItem>
  );
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="sm">
          <Download aria-hidden /> Download
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {hasFilter && item('filtered', 'text', 'Filtered lines as text, times in UTC')}
        {hasFilter && item('filtered', 'ndjson', 'Filtered lines as JSON lines')}
        {item('all', 'text', 'All lines as text, times in UTC')}
        {item('all', 'ndjson', 'All lines as JSON lines')}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** A menu item is no link: this is what clicking one does. */
export function download(href: string) {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}
