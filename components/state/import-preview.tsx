import { CircleX, TriangleAlert } from 'lucide-react';
import { counted, numberText } from '#contract';
import { PathText } from '@/components/ui/path-text.tsx';
import { ScrollList } from '@/components/ui/scroll-region.tsx';
import type { FileCheck } from './import-file.ts';

type ImportPreviewProps = { fileName: string; check: FileCheck; mode: 'create' | 'overwrite' };

/** What an import of a file would do, before it is done. */
export function ImportPreview({ fileName, check, mode }: ImportPreviewProps) {
  const { entryCount, problemCount, notes, samples } = check;
  return (
    <div className="mt-3 grid gap-3 text-sm">
      <p role="status">
        <span className="font-medium">{fileName}</span> has {numberText(entryCount)}{' '}
        {entryCount === 1 ? 'entry' : 'entries'}
        {problemCount > 0 && ` and ${counted(problemCount, 'line that is', 'lines that are')} left out`}.{' '}
        {mode === 'create'
          ? 'Existing entries are kept.'
          : 'Existing entries are overwritten; their current values stay available as versions.'}
      </p>
      {notes.length > 0 && (
        <ScrollList aria-label="Lines to check" className="max-h-40 rounded-md border border-line">
          {notes.map(({ line, id, message, isProblem }) => (
            <li
              key={line}
              className="flex min-h-7 items-center gap-2 border-line border-b px-2 text-xs last:border-b-0"
            >
              {isProblem ? (
                <CircleX aria-label="left out" className="size-3.5 shrink-0 text-danger" />
              ) : (
                <TriangleAlert aria-label="to be known" className="size-3.5 shrink-0 text-caution" />
              )}
              <span className="tabular shrink-0 text-muted">line {line}</span>
              {id !== undefined && <span className="max-w-40 shrink-0 truncate font-mono">{id}</span>}
              <span className="min-w-0">{message}</span>
            </li>
          ))}
        </ScrollList>
      )}
      {samples.length > 0 && (
        <ScrollList aria-label="First entries" className="max-h-56 rounded-md border border-line">
          {samples.map(({ line, id, text }) => (
            <li
              key={line}
              className="flex min-h-7 items-center gap-3 border-line border-b px-2 text-xs last:border-b-0"
            >
              <span className="w-2/5 shrink-0 truncate whitespace-pre font-mono" title={id}>
                <PathText text={id} />
              </span>
              <span className="min-w-0 truncate font-mono text-muted">{text}</span>
            </li>
          ))}
        </ScrollList>
      )}
    </div>
  );
}
