'use client';
import { useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import Link from 'next/link';
import { useEffect, useEffectEvent, useRef } from 'react';
import {
  hasEnded,
  isUnderWay,
  isVerified,
  percentOf,
  type Transfer,
  type TransferState,
} from '@/components/blob/transfer.ts';
import { TransferRow } from '@/components/blob/transfer-row.tsx';
import { entryPath } from '@/components/state/state-path.ts';
import { Button } from '@/components/ui/button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useUnloadGuard } from '@/components/ui/use-unload-guard.ts';
import { type ToldChange, useRefreshState, useTellChange } from '../state/use-tell-change.ts';
import { retryTransfer, transferActions } from './transfers.ts';
import { useTransfers } from './use-transfers.ts';
import { unfinishedKey } from './use-unfinished-uploads.ts';

/** The uploads of this page in the shell's header, wherever the operator goes meanwhile. */
export function TransfersTray() {
  const transfers = useTransfers();
  const isAnyUnderWay = transfers.some(isUnderWay);
  useTellEnds(transfers);
  useUnloadGuard(isAnyUnderWay);
  const open = transfers.filter((transfer) => !hasEnded(transfer));
  const failed = transfers.filter(({ state }) => state === 'failed').length;
  const isReading = open.length > 0 && open.every(({ state }) => state === 'reading');
  const percent = percentOf(
    open.reduce((sum, { sentBytes, readBytes }) => sum + (isReading ? readBytes : sentBytes), 0),
    open.reduce((sum, { size }) => sum + size, 0),
  );
  const word =
    open.length > 0
      ? `${open.length} ${isReading ? 'being read' : 'under way'}, ${percent} %`
      : failed > 0
        ? `${failed} failed`
        : 'all done';
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="sm" aria-label={`Uploads: ${word}`} className="tabular">
          <Upload aria-hidden className={open.length > 0 ? 'text-active' : failed > 0 ? 'text-danger' : undefined} />
          {open.length > 0 ? `${percent} %` : failed > 0 ? failed : <span className="hidden lg:inline">Uploads</span>}
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Uploads" align="end" className="w-96 py-1">
        <div className="flex items-center gap-2 border-line border-b py-1">
          <h2 className="flex-1 font-medium text-sm">Uploads</h2>
          <Button
            variant="ghost"
            size="sm"
            disabled={!transfers.some(hasEnded)}
            onClick={() => transferActions.dismissEnded()}
          >
            Clear ended
          </Button>
        </div>
        <div className="divide-y divide-line">
          {transfers.map((transfer) => (
            <TransferRow
              key={transfer.key}
              transfer={transfer}
              actions={{ ...transferActions, retry: ({ key }) => retryTransfer(key) }}
              target={<Target transfer={transfer} />}
            />
          ))}
        </div>
        {isAnyUnderWay && (
          <p className="border-line border-t py-2 text-muted text-xs">
            They go on while you look at other pages here. Closing this tab halts them: choose the files again to go on.
          </p>
        )}
      </PopoverContent>
    </Popover>
  );
}

function Target({ transfer: { storeName, id } }: { transfer: Transfer }) {
  return (
    <p className="truncate text-xs">
      <Link href={entryPath(storeName, id, { tab: 'blob' })} className="font-mono text-accent underline">
        {storeName}/{id}
      </Link>
    </p>
  );
}

/** Tells once of what was begun together when all of it has ended, and offers to take it back. */
function useTellEnds(transfers: readonly Transfer[]): void {
  const tellChange = useTellChange();
  const refresh = useRefreshState();
  const queryClient = useQueryClient();
  const seen = useRef(new Map<string, TransferState>());
  const told = useRef(new Set<string>());
  const note = useEffectEvent((transfer: Transfer) => {
    void queryClient.invalidateQueries({ queryKey: unfinishedKey });
    if (transfer.state === 'done') void refresh();
    if (transfer.state === 'failed')
      toast.error(`${transfer.fileName} was not uploaded`, { description: transfer.problem?.detail ?? transfer.id });
  });
  const tell = useEffectEvent((batch: readonly Transfer[]) => {
    const change = changeOf(batch.filter(({ key, state }) => state === 'done' && !told.current.has(key)));
    for (const { key } of batch) told.current.add(key);
    if (change !== undefined) tellChange(change);
  });
  useEffect(() => {
    for (const transfer of transfers) {
      const before = seen.current.get(transfer.key);
      seen.current.set(transfer.key, transfer.state);
      if (before === transfer.state || !hasEnded(transfer)) continue;
      note(transfer);
      const batch = transfers.filter((one) => one.batch === transfer.batch);
      if (batch.every(hasEnded)) tell(batch.toReversed());
    }
  }, [transfers]);
}

function changeOf(done: readonly Transfer[]): ToldChange | undefined {
  const [first] = done;
  if (first === undefined) return undefined;
  const verified = done.every(isVerified) ? ', verified by SHA-256' : '';
  return {
    storeName: first.storeName,
    title: done.length === 1 ? `${first.fileName} is uploaded` : `${done.length} files are uploaded`,
    description: `${done.length === 1 ? first.id : first.storeName}${verified}`,
    parts: done.map(({ id, result }) => ({ receipt: result?.receipt, ids: [id] })),
  };
}
