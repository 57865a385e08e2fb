'use client';
import { BookOpen, PenLine, Trash2 } from 'lucide-react';
import type { StateAccess } from '#contract';
import { Link } from '@/components/ui/link.tsx';
import { PathText } from '@/components/ui/path-text.tsx';
import { entryPath } from './state-path.ts';
import type { TouchedEntry } from './touched.model.ts';

const looks: Record<StateAccess, { icon: typeof PenLine; word: string }> = {
  read: { icon: BookOpen, word: 'read' },
  write: { icon: PenLine, word: 'written' },
  delete: { icon: Trash2, word: 'deleted' },
};

/** Entries that a run or one of its steps read, wrote or deleted, each a link to it. */
export function TouchedEntries({ label, entries }: { label: string; entries: readonly TouchedEntry[] }) {
  return (
    <ul aria-label={label} className="max-h-72 divide-y divide-line overflow-auto rounded-md border border-line">
      {entries.map(({ storeName, id, accesses, version, sequences }) => (
        <li key={`${storeName}/${id}`} className="flex min-h-8 items-center gap-2 px-2 py-1 text-sm">
          <span className="flex shrink-0 gap-1">
            {accesses.map((access) => {
              const { icon: Icon, word } = looks[access];
              return (
                <span key={access} title={word} className="text-muted">
                  <Icon aria-hidden className="size-3.5" />
                  <span className="sr-only">{word}</span>
                </span>
              );
            })}
          </span>
          <Link
            href={entryPath(storeName, id)}
            prefetch={false}
            title={`${storeName}/${id}`}
            className="min-w-0 flex-1 truncate font-mono text-accent text-xs hover:underline"
          >
            <span className="text-muted">{storeName}/</span>
            <span className="whitespace-pre">
              <PathText text={id} />
            </span>
          </Link>
          {version !== undefined && (
            <span className="tabular shrink-0 text-muted text-xs">
              {sequences.length > 1 ? 'last ' : ''}version {version}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
