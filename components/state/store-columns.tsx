'use client';
import Link from 'next/link';
import { numberText, type Store } from '#contract';
import { sizeText } from '@/components/state/size-text.ts';
import type { Column } from '@/components/table/column.ts';
import { Time } from '@/components/ui/time.tsx';
import { PolicyBadges } from './policy-badges.tsx';
import { storePath } from './state-path.ts';

/** The columns of the list of stores; counts and sizes are estimates and say so. */
export const storeColumns: readonly Column<Store>[] = [
  {
    id: 'name',
    header: 'Store',
    width: 'minmax(10rem, 2fr)',
    card: 'title',
    cell: ({ name }) => (
      <Link
        href={storePath(name)}
        prefetch={false}
        tabIndex={-1}
        className="font-medium font-mono text-ink text-xs hover:underline"
      >
        {name}
      </Link>
    ),
  },
  {
    id: 'entries',
    header: 'Entries (approx.)',
    width: '7rem',
    align: 'end',
    card: 'end',
    cell: ({ entryCount }) => (
      <>
        {numberText(entryCount)}
        <span className="text-muted sm:hidden"> {entryCount === 1 ? 'entry' : 'entries'}</span>
      </>
    ),
  },
  {
    id: 'values',
    header: 'Values (approx.)',
    width: '7rem',
    align: 'end',
    card: 'detail',
    dropOrder: 3,
    cell: ({ valueBytes }) => sizeText(valueBytes),
  },
  {
    id: 'blobs',
    header: 'Blobs (approx.)',
    width: '7rem',
    align: 'end',
    dropOrder: 2,
    cell: ({ blobBytes }) => (blobBytes === 0 ? <span className="text-faint">–</span> : sizeText(blobBytes)),
  },
  {
    id: 'modified',
    header: 'Last write',
    width: '7rem',
    align: 'end',
    card: 'detailEnd',
    cell: ({ lastModifiedOn }) =>
      lastModifiedOn === undefined ? <span className="text-faint">–</span> : <Time value={lastModifiedOn} />,
  },
  {
    id: 'policy',
    header: 'Policy',
    width: 'minmax(8rem, 3fr)',
    dropOrder: 1,
    cell: ({ policy }) => <PolicyBadges policy={policy} />,
  },
];
