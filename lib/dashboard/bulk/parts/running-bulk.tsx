'use client';
import { useQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import Link from 'next/link';
import type { BulkOperation } from '#contract';
import { bulkShare } from '@/components/bulk/bulk-progress.tsx';
import { bulkTitle } from '@/components/bulk/bulk-words.ts';
import { operationPath } from '@/components/bulk/operation-path.ts';
import { Button, buttonStyle } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { serverTimeOf } from '@/components/ui/present.ts';
import { formatRelative } from '@/components/ui/time-format.ts';
import { useNow } from '@/components/ui/time-preferences.tsx';
import type { ListPage } from '../../list/page.ts';
import { useLive, useLiveState } from '../../live/use-live.ts';
import { useRefresh } from '../../live/use-refresh.ts';
import { useThrottled } from '../../live/use-throttled.ts';
import { fetchJson } from '../../query/fetch-json.ts';
import { activeBulkKey } from '../bulk-key.ts';

/** How often the figures of an active operation are read. */
const everyMs = 1_000;
/** How often at most new operations are looked for. Their ids begin with `bulk-`, as the service makes them. */
const lookInMs = 2_000;

/** The operation that is under way, on every page: how far it is, and the way to it. */
export function RunningBulk() {
  const { connection, isPaused } = useLiveState();
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: activeBulkKey,
    // a read before the live stream has begun would have to be repeated then
    enabled: connection !== 'connecting' || isPaused,
    queryFn: ({ signal }) =>
      fetchJson<ListPage<BulkOperation>>('/api/bulk-operations?isActive=true&maxPageSize=10', { signal }),
    refetchInterval: ({ state }) => ((state.data?.value.length ?? 0) > 0 ? everyMs : false),
  });
  const look = useThrottled(useRefresh(activeBulkKey), lookInMs);
  useLive({}, ({ tasks, isOverflow }) => {
    if (isOverflow || tasks.some((id) => id.startsWith('bulk-'))) look();
  });
  const now = useNow();
  const active = data?.value ?? [];
  const [operation] = active;
  if (error !== null && operation === undefined)
    return (
      <Button
        size="sm"
        variant="ghost"
        iconOnly
        className="text-danger"
        aria-label="Operations in progress could not be read. Try again."
        onClick={() => void refetch()}
      >
        <Layers aria-hidden />
      </Button>
    );
  if (operation === undefined) return null;
  const isOne = active.length === 1;
  const age = error === null ? '' : `, as last read ${formatRelative(new Date(serverTimeOf(dataUpdatedAt)), now)}`;
  return (
    <Link
      href={isOne ? operationPath(operation.id) : '/operations?filter=active:yes'}
      prefetch={false}
      aria-label={
        isOne
          ? `${bulkTitle(operation)}: ${operation.status}, ${bulkShare(operation)}${age}`
          : `${active.length} operations in progress${age}`
      }
      className={buttonStyle({
        size: 'sm',
        variant: 'ghost',
        className: cn('tabular', error === null ? 'bg-active-soft text-active' : 'bg-caution-soft text-caution'),
      })}
    >
      <Layers aria-hidden />
      <span className="hidden sm:inline">{isOne ? bulkShare(operation) : `${active.length} operations`}</span>
    </Link>
  );
}
