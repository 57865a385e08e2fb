'use client';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { counted, numberText } from '#contract';
import { Button } from '@/components/ui/button.tsx';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { Dialog, DialogContent } from '@/components/ui/dialog.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { problemOf } from '../../problem/problem.ts';
import { fetchJson } from '../../query/fetch-json.ts';
import { type CopyPart, type CopySummary, type copyParts, copyPartWords } from '../copy-parts.ts';

type CopyDialogProps = {
  /** What is taken along: `run 2`. */
  what: string;
  /** The parts that can be left out. */
  parts: (typeof copyParts)[keyof typeof copyParts];
  /** The address that says what a copy holds. `/download` below it has the file. */
  path: string;
  /** More parameters of the address. */
  params?: Readonly<Record<string, string>>;
  onClose: () => void;
};

/** Says what a copy holds before it is downloaded. */
export function CopyDialog({ what, parts, path, params = {}, onClose }: CopyDialogProps) {
  const [without, setWithout] = useState<readonly CopyPart[]>([]);
  const query = new URLSearchParams([...Object.entries(params), ...without.map((part) => ['without', part])]);
  const { data, error, refetch } = useQuery({
    queryKey: ['copy', path, query.toString()],
    queryFn: ({ signal }) => fetchJson<CopySummary>(`${path}?${query}`, { signal }),
    staleTime: 0,
  });
  return (
    <Dialog onClose={onClose}>
      <DialogContent
        title={`Download a copy of ${what}`}
        description="One file to send. It opens in any browser, without a network, and read-only in another Taskdeck (Open a copy). Its times are in UTC."
        footer={
          <Button asChild variant="primary">
            <a href={`${path}/download?${query}`} download>
              <Download aria-hidden /> Download
            </a>
          </Button>
        }
      >
        <fieldset className="grid gap-1.5 text-sm">
          <legend className="mb-1 font-medium text-muted text-xs">Put in</legend>
          {parts.map((part) => (
            <label key={part} htmlFor={`copy-${part}`} className="flex items-center gap-2">
              <Checkbox
                id={`copy-${part}`}
                checked={!without.includes(part)}
                onCheckedChange={(isIn) =>
                  setWithout(parts.filter((one) => (one === part ? isIn !== true : without.includes(one))))
                }
              />
              {copyPartWords[part]}
            </label>
          ))}
        </fieldset>
        <h3 className="mt-3 mb-1 font-medium text-muted text-xs">What it holds</h3>
        {error !== null ? (
          <ErrorState title="The content could not be read" problem={problemOf(error)} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton className="h-24" />
        ) : (
          <Summary summary={data} />
        )}
      </DialogContent>
    </Dialog>
  );
}

function Summary({ summary: { contents, hiddenValues, cut } }: { summary: CopySummary }) {
  return (
    <div className="text-sm">
      <ul aria-label="What the file holds">
        {contents.map(({ name, one, count, bytes }) => (
          <li key={name} className="tabular flex justify-between border-line border-b py-0.5">
            <span>{count === 0 ? `No ${name}` : counted(count, one, name)}</span>
            <span className="text-muted">{count === 0 ? '' : formatBytes(bytes)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-muted text-xs">
        {hiddenValues === 0
          ? 'No value in it is hidden.'
          : `${numberText(hiddenValues)} values are hidden from you, and hidden in the file.`}
        {cut.length > 0 && ` Of ${cut.join(' and ')}, only the first are in it.`} Anyone with the file can read it.
      </p>
    </div>
  );
}
