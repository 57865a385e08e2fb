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
import { useTellChange } from '../state/use-tell-change.ts';
import { retryTransfer, transferActions } from './transfers.ts';
import { useTransfers } from './use-transfers.ts';

/** The uploads of this page in the shell's header, wherever the operator goes meanwhile. */
export function TransfersTray() {
  const transfers = useTransfers();
  const isAnyUnderWay = transfers.some(isUnderWay);
  useTellEnds(transfers);
  useAskBeforeLeaving(isAnyUnderWay);
  const open = transfers.filter((transfer) => !hasEnded(transfer));
  const failed = transfers.filter(({ state }) => state === 'failed').length;
  const percent = percentOf(
    open.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
    open.reduce((sum, { size }) => sum + size, 0),
  );
  const word =
    open.length > 0 ? `${open.length} under way, ${percent} %` : failed > 0 ? `${failed} failed` : 'all done';
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

/** Tells once of each upload that ends, and offers to take it back. */
function useTellEnds(transfers: readonly Transfer[]): void {
  const tellChange = useTellChange();
  const queryClient = useQueryClient();
  const seen = useRef(new Map<string, TransferState>());
  const tell = useEffectEvent((transfer: Transfer) => {
    const { storeName, id, fileName, result, problem } = transfer;
    void queryClient.invalidateQueries({ queryKey: ['uploads'] });
    if (transfer.state === 'done') {
      tellChange({
        storeName,
        title: `${fileName} is uploaded`,
        description: isVerified(transfer) ? `${id}, verified by its SHA-256` : id,
        parts: result?.receipt === undefined ? [] : [{ receipt: result.receipt, ids: [id] }],
      });
    } else if (transfer.state === 'failed') {
      toast.error(`${fileName} was not uploaded`, { description: problem?.detail ?? id });
    }
  });
  useEffect(() => {
    for (const transfer of transfers) {
      const before = seen.current.get(transfer.key);
      if (before !== transfer.state && hasEnded(transfer)) tell(transfer);
      seen.current.set(transfer.key, transfer.state);
    }
  }, [transfers]);
}

/** The browser's own question before the tab is closed or reloaded while something is sent. */
function useAskBeforeLeaving(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isNeeded]);
}
