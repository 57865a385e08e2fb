'use client';
import { X } from 'lucide-react';
import { type FoundLogEntry, stringifyJson } from '#contract';
import { type Named, nameOfTask } from '@/components/task/task-names.ts';
import { Button } from '@/components/ui/button.tsx';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { Link } from '@/components/ui/link.tsx';
import { ScrollRegion } from '@/components/ui/scroll-region.tsx';
import { logLinePath } from './found-log-columns.tsx';
import { Highlighted } from './highlighted.tsx';

type Props = {
  line: Named<FoundLogEntry>;
  search: string;
  textOf: (line: FoundLogEntry) => string;
  onClose: () => void;
};

/** The current line, whole: its message, its fields, and the way to its place in the log of its run. */
export function FoundLogLine({ line, search, textOf, onClose }: Props) {
  return (
    <section aria-label="Line" className="max-h-[40%] shrink-0 border-line border-t bg-surface">
      <div className="flex items-center gap-2 px-3 pt-1.5 text-muted text-xs">
        <span className="min-w-0 flex-1 truncate font-mono">
          <span className="font-sans text-ink">{nameOfTask(line.taskNames, line.taskId) ?? line.type}</span>{' '}
          {line.taskId} run {line.runCount}
          {line.writtenBy !== undefined && ` by ${line.writtenBy}`}
        </span>
        <Link href={logLinePath(line)} prefetch={false} className="text-accent hover:underline">
          In the log of its run
        </Link>
        <CopyButton value={() => textOf(line)} label="the line" />
        <Button variant="ghost" size="sm" iconOnly aria-label="Hide the line" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
      <ScrollRegion aria-label="Message" className="max-h-60 px-3 pb-2">
        <pre className="whitespace-pre-wrap wrap-anywhere font-mono text-xs leading-5">
          <Highlighted text={line.message} search={search} />
          {line.fields !== undefined && <span className="block text-muted">{stringifyJson(line.fields, 2)}</span>}
        </pre>
      </ScrollRegion>
    </section>
  );
}
