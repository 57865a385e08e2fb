'use client';
import { Paperclip } from 'lucide-react';
import { type Clause, fieldClause } from '@/components/filter/clause.ts';
import { sizeText } from '@/components/state/size-text.ts';
import type { Column } from '@/components/table/column.ts';
import { FilterCell } from '@/components/task/filter-cell.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { MiddleCut } from '@/components/ui/middle-cut.tsx';
import { Time } from '@/components/ui/time.tsx';
import type { EntryRow } from './entry.ts';
import { RemainingTime } from './remaining-time.tsx';
import { shownId } from './shown-id.ts';
import { WriterName } from './writer-name.tsx';

const notIndexed = 'Entries can be sorted by id or by modification time';
const none = <span className="text-faint">–</span>;

/** The columns of a store's entries below a prefix, which their ids are written without. */
export function entryColumns(prefix: string, onFilter: (clause: Clause) => void): Column<EntryRow>[] {
  return [
    {
      id: 'id',
      header: 'Id',
      width: 'minmax(8rem, 5fr)',
      easyWidth: '14.5rem',
      card: 'title',
      sortBy: 'id',
      cell: (entry) => <EntryId entry={entry} prefix={prefix} />,
    },
    {
      id: 'value',
      header: 'Value',
      width: 'minmax(7.5rem, 4fr)',
      easyWidth: '10.5rem',
      card: 'detail',
      dropOrder: 8,
      unsortable: notIndexed,
      cell: (entry) => <Preview entry={entry} />,
    },
    {
      id: 'size',
      header: 'Size',
      width: '4.5rem',
      align: 'end',
      dropOrder: 5,
      unsortable: notIndexed,
      cell: ({ valueBytes }) => sizeText(valueBytes),
    },
    {
      id: 'blob',
      header: 'Blob',
      width: 'minmax(6rem, 8rem)',
      dropOrder: 4,
      unsortable: notIndexed,
      cell: ({ blob, hasBlob }) => {
        if (blob === undefined) return hasBlob ? <span className="text-muted text-xs">none yet</span> : none;
        return (
          <FilterCell label="has a blob" onFilter={() => onFilter(fieldClause('has', 'blob'))}>
            <Paperclip aria-hidden className="mr-1 inline size-3 text-muted" />
            <span title={blob.fileName}>{blob.fileName ?? blob.contentType}</span>{' '}
            <span className="tabular text-muted text-xs">{formatBytes(blob.contentLength)}</span>
          </FilterCell>
        );
      },
    },
    {
      id: 'tags',
      header: 'Tags',
      width: 'minmax(7rem, 1fr)',
      dropOrder: 1,
      unsortable: notIndexed,
      cell: (entry) => <Tags tags={entry.tags} onFilter={onFilter} />,
    },
    {
      id: 'version',
      header: 'Version',
      width: '3.75rem',
      align: 'end',
      dropOrder: 2,
      unsortable: notIndexed,
      cell: ({ version }) => version,
    },
    {
      id: 'modified',
      header: 'Modified',
      width: '6.5rem',
      card: 'end',
      dropOrder: 7,
      align: 'end',
      sortBy: 'lastModifiedOn',
      cell: (entry) =>
        entry.isDeleted ? <span className="text-muted">deleted</span> : <Time value={entry.lastModifiedOn} />,
    },
    {
      id: 'by',
      header: 'By',
      width: 'minmax(6rem, 8rem)',
      dropOrder: 6,
      card: 'detailEnd',
      unsortable: notIndexed,
      cell: ({ lastModifiedBy }) => <WriterName writer={lastModifiedBy} isShort />,
    },
    {
      id: 'expires',
      header: 'Expires in',
      width: '6rem',
      dropOrder: 3,
      unsortable: notIndexed,
      cell: ({ expiresOn }) => (expiresOn === undefined ? none : <RemainingTime expiresOn={expiresOn} />),
    },
  ];
}

function EntryId({ entry, prefix }: { entry: EntryRow; prefix: string }) {
  const rest = entry.id.startsWith(prefix) ? entry.id.slice(prefix.length) : entry.id;
  return (
    <span className={cn('flex min-w-0', entry.isDeleted && 'line-through')} title={entry.id}>
      {rest === '' ? (
        <span className="text-muted text-xs italic">empty segment</span>
      ) : (
        <MiddleCut text={shownId(rest)} />
      )}
    </span>
  );
}

function Preview({ entry }: { entry: EntryRow }) {
  if (entry.preview === undefined) {
    return (
      <span className="text-faint text-xs">
        {entry.contentType === 'application/json' ? 'larger than a preview' : entry.contentType}
      </span>
    );
  }
  return (
    <span className="font-mono text-muted text-xs" title={entry.preview}>
      {entry.preview}
    </span>
  );
}

function Tags({ tags, onFilter }: { tags: EntryRow['tags']; onFilter: (clause: Clause) => void }) {
  const [first, ...rest] = Object.entries(tags).map(([name, value]) => `${name}=${value}`);
  if (first === undefined) return none;
  return (
    <span className="flex min-w-0 items-center gap-1">
      <FilterCell label={`tag ${first}`} onFilter={() => onFilter(fieldClause('tag', first))}>
        <span title={first} className="rounded bg-idle-soft px-1 py-0.5 text-idle text-xs">
          {first}
        </span>
      </FilterCell>
      {rest.length > 0 && (
        <span className="ml-auto text-muted text-xs" title={rest.join('\n')}>
          +{rest.length}
        </span>
      )}
    </span>
  );
}
