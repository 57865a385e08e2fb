import { CircleX } from 'lucide-react';
import { type Deployment, numberText } from '#contract';
import type { PlainColumn } from '@/components/table/plain-table.tsx';
import { Badge } from '@/components/ui/badge.tsx';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { Time } from '@/components/ui/time.tsx';
import type { ProcessRow } from './process-rows.ts';

export const processColumns: readonly PlainColumn<ProcessRow>[] = [
  {
    id: 'name',
    header: 'Process',
    width: 16,
    cell: ({ kind, name }) => (
      <span title={name}>
        {kind} <span className="font-mono text-muted text-xs">{name}</span>
      </span>
    ),
  },
  { id: 'version', header: 'Version', width: 6, cell: ({ version }) => version },
  {
    id: 'seen',
    header: 'Last heartbeat',
    width: 9,
    cell: ({ isLive, lastSeenOn }) =>
      lastSeenOn === undefined ? (
        <span className="text-muted">now</span>
      ) : isLive ? (
        <Time value={lastSeenOn} />
      ) : (
        <Badge tone="caution" icon={CircleX}>
          Gone since <Time value={lastSeenOn} />
        </Badge>
      ),
  },
  {
    id: 'about',
    header: 'Clock or queues',
    width: 10,
    cell: ({ about }) => <span className="text-muted">{about || '–'}</span>,
  },
];

type TableRow = Deployment['database']['tables'][number];

export const tableColumns: readonly PlainColumn<TableRow>[] = [
  { id: 'name', header: 'Table', width: 12, cell: ({ name }) => <span className="font-mono text-xs">{name}</span> },
  { id: 'rows', header: 'Rows', width: 7, align: 'end', cell: ({ rows }) => numberText(rows) },
  { id: 'dead', header: 'Dead rows', width: 7, align: 'end', cell: ({ deadRows }) => numberText(deadRows) },
  { id: 'size', header: 'Size', width: 7, align: 'end', cell: ({ sizeBytes }) => formatBytes(sizeBytes) },
];
