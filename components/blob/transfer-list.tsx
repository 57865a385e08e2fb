'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { ScrollRegion } from '@/components/ui/scroll-region.tsx';
import type { Transfer } from './transfer.ts';
import { type TransferActions, TransferRow } from './transfer-row.tsx';

/** About the height of a row while it is sent, in pixels. */
const rowHeight = 88;

type TransferListProps = {
  transfers: readonly Transfer[];
  actions: TransferActions;
  target: (transfer: Transfer) => ReactNode;
};

/** Uploads one below the other. Only those on the screen are in the page, as a thousand files can be sent at once. */
export function TransferList({ transfers, actions, target }: TransferListProps) {
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: transfers.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => transfers[index]?.key ?? index,
    overscan: 4,
    initialRect: { width: 360, height: 400 },
  });
  return (
    <ScrollRegion ref={scroller} aria-label="Files" className="max-h-[min(28rem,60vh)]">
      <div role="feed" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const transfer = transfers[index];
          return (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className="absolute top-0 left-0 w-full border-line border-b"
              style={{ transform: `translateY(${start}px)` }}
            >
              {transfer !== undefined && (
                <TransferRow
                  transfer={transfer}
                  actions={actions}
                  target={target(transfer)}
                  place={{ position: index + 1, count: transfers.length }}
                />
              )}
            </div>
          );
        })}
      </div>
    </ScrollRegion>
  );
}
