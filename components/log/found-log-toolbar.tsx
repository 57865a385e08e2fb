'use client';
import { ArrowUpToLine, Download } from 'lucide-react';
import { logLevels } from '#contract';
import type { Clause } from '@/components/filter/clause.ts';
import { Button } from '@/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx';
import { Select } from '@/components/ui/select.tsx';
import { lowestLevel, withLevel } from './found-log-filters.ts';
import { download, levelWords } from './log-toolbar.tsx';

type Props = {
  clauses: readonly Clause[];
  onChange: (clauses: Clause[]) => void;
  isFollowing: boolean;
  onFollowing: (isFollowing: boolean) => void;
  downloadHref: (format: 'text' | 'ndjson') => string;
};

/** What narrows the logs of all tasks by level, lets new lines in, and takes them along. */
export function FoundLogToolbar({ clauses, onChange, isFollowing, onFollowing, downloadHref }: Props) {
  const lowest = lowestLevel(clauses);
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Select
        aria-label="Level"
        value={lowest ?? ''}
        onChange={(event) => {
          const level = logLevels.find((name) => name === event.target.value);
          if (level !== undefined) onChange(withLevel(clauses, level));
        }}
      >
        {lowest === undefined && <option value="">By the filter</option>}
        {logLevels.map((level) => (
          <option key={level} value={level}>
            {levelWords[level]}
          </option>
        ))}
      </Select>
      <Button
        variant="ghost"
        size="sm"
        aria-pressed={isFollowing}
        onClick={() => onFollowing(!isFollowing)}
        className="aria-pressed:bg-selected aria-pressed:text-ink"
      >
        <ArrowUpToLine aria-hidden /> Follow
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="sm">
            <Download aria-hidden /> Download
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={() => download(downloadHref('text'))}>
            Newest 100,000 lines of this filter as text, times in UTC
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => download(downloadHref('ndjson'))}>
            Newest 100,000 lines of this filter as JSON lines
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  );
}
