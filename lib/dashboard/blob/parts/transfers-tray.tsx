'use client';
import { useQueryClient } from '@tanstack/react-query';
import { CloudAlert, Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { hasEnded, isUnderWay, type Transfer } from '@/components/blob/transfer.ts';
import { TransferList } from '@/components/blob/transfer-list.tsx';
import type { TransferActions } from '@/components/blob/transfer-row.tsx';
import { entryPath } from '@/components/state/state-path.ts';
import { Button } from '@/components/ui/button.tsx';
import { Link } from '@/components/ui/link.tsx';
import { focusPage } from '@/components/ui/page-focus.ts';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useUnloadGuard } from '@/components/ui/use-unload-guard.ts';
import { useThrottled } from '../../live/use-throttled.ts';
import { readAgain } from '../../query/read-again.ts';
import { useRefreshState, useTellChange } from '../../state/use-tell-change.ts';
import {
  createEndWatch,
  inTrayOrder,
  kindsOfTransfers,
  summarizeTransfers,
  type TransferEnds,
} from '../transfer-ends.ts';
import { transferStore } from '../transfers.ts';
import { useTransfers } from '../use-transfers.ts';
import { unfinishedKey } from '../use-unfinished-uploads.ts';

/** The uploads of this page in the shell's header, wherever the operator goes meanwhile. */
export function TransfersTray() {
  const transfers = useTransfers();
  const isAnyUnderWay = transfers.some(isUnderWay);
  useTellEnds(transfers);
  useUnloadGuard(isAnyUnderWay);
  const { openCount, failedCount, percent, isHeldUp, words } = summarizeTransfers(transfers);
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="sm" aria-label={`Uploads: ${words}`} className="tabular">
          {isHeldUp ? (
            <CloudAlert aria-hidden className="text-caution" />
          ) : (
            <Upload
              aria-hidden
              className={openCount > 0 ? 'text-active' : failedCount > 0 ? 'text-danger' : undefined}
            />
          )}
          {openCount > 0 ? (
            `${percent} %`
          ) : failedCount > 0 ? (
            failedCount
          ) : (
            <span className="hidden lg:inline">Uploads</span>
          )}
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Uploads" align="end" className="w-96 py-1">
        <div className="flex items-center gap-2 border-line border-b py-1">
          <h2 className="flex-1 font-medium text-sm">Uploads</h2>
          <Button
            variant="ghost"
            size="sm"
            disabled={!transfers.some(hasEnded)}
            onClick={() => dismiss(() => transferStore.dismissEnded())}
          >
            Clear ended
          </Button>
        </div>
        <Transfers transfers={transfers} />
        {isAnyUnderWay && (
          <p className="border-line border-t py-2 text-muted text-xs">
            Uploads continue while you use other pages. If you close this tab, they stop; choose the files again to
            continue.
          </p>
        )}
      </PopoverContent>
    </Popover>
  );
}

const actions: TransferActions = {
  ...transferStore,
  retry: ({ key }) => transferStore.resume(key),
  dismiss: (key) => dismiss(() => transferStore.dismiss(key)),
};

/** Removes what has ended. With the last upload, all of the list leaves the page, and the button that had the focus. */
function dismiss(remove: () => void): void {
  remove();
  if (transferStore.read().length === 0) focusPage();
}

/** The uploads, and of several kinds their numbers, each of which narrows the list to its own. */
function Transfers({ transfers }: { transfers: readonly Transfer[] }) {
  const [chosen, setChosen] = useState<string>();
  const kinds = kindsOfTransfers(transfers);
  const narrowed = kinds.length > 1 ? kinds.find(({ kind }) => kind === chosen) : undefined;
  return (
    <>
      {transfers.length > 1 && (
        <fieldset className="tabular flex min-h-8 flex-wrap items-center border-line border-b text-muted text-xs">
          <legend className="sr-only">Show only</legend>
          {kinds.map(({ kind, ofKind }) =>
            kinds.length === 1 ? (
              `${ofKind.length} ${kind}`
            ) : (
              <Button
                key={kind}
                variant="ghost"
                size="sm"
                aria-pressed={kind === narrowed?.kind}
                className="px-2 text-muted text-xs aria-pressed:bg-selected aria-pressed:text-ink"
                onClick={() => setChosen(kind === narrowed?.kind ? undefined : kind)}
              >
                {ofKind.length} {kind}
              </Button>
            ),
          )}
        </fieldset>
      )}
      <TransferList
        transfers={inTrayOrder(narrowed?.ofKind ?? transfers)}
        actions={actions}
        target={(transfer) => <Target transfer={transfer} />}
      />
    </>
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

/** What is shown is read again this often while uploads end: a small file is sent sooner than all of it is read. */
const readEveryMs = 3_000;

/** Announces each batch of uploads once, when all of it has ended, and offers to take it back. */
function useTellEnds(transfers: readonly Transfer[]): void {
  const tellChange = useTellChange();
  const refresh = useRefreshState();
  const queryClient = useQueryClient();
  const [lookForEnds] = useState(createEndWatch);
  const read = () => Promise.all([readAgain(queryClient, unfinishedKey), refresh()]);
  const readSometimes = useThrottled(read, readEveryMs);
  const tell = useEffectEvent(({ ended, failures, changes }: TransferEnds) => {
    if (ended.length > 0 && transfers.every(hasEnded)) void read();
    else if (ended.length > 0) readSometimes();
    for (const { title, ...options } of failures) toast.error(title, options);
    for (const change of changes) tellChange(change);
  });
  useEffect(() => tell(lookForEnds(transfers)), [transfers, lookForEnds]);
}
