import Link from 'next/link';
import type { BulkCause } from '#contract';
import { Badge } from '@/components/ui/badge.tsx';
import { shortenId } from '@/components/ui/shorten-id.ts';

/** Why tasks were refused or failed: one line for each cause, the most frequent first. Tasks of a copy have no page. */
export function BulkCauses({ causes, isCopy = false }: { causes: readonly BulkCause[]; isCopy?: boolean }) {
  return (
    <section aria-label="Causes" className="grid gap-1">
      <h2 className="font-semibold text-sm">Refused and failed, by cause</h2>
      <ul className="divide-y divide-line rounded-md border border-line">
        {causes.map(({ cause, status, code, message, count, exampleTaskId }) => (
          <li key={`${status} ${cause}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
            <Badge tone={status === 'failed' ? 'danger' : 'caution'}>
              {count.toLocaleString('en')} {status}
            </Badge>
            <span className="min-w-0 flex-1 basis-48 break-words">{message ?? code}</span>
            {isCopy ? (
              <code className="text-xs">{exampleTaskId}</code>
            ) : (
              <Link
                href={`/tasks/${encodeURIComponent(exampleTaskId)}`}
                prefetch={false}
                className="font-mono text-accent text-xs hover:underline"
              >
                {shortenId(exampleTaskId, 24)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
