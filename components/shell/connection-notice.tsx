'use client';
import { WifiOff } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import type { ConnectionState } from './connection.ts';

type ConnectionNoticeProps = ConnectionState & {
  /** Opens the page that was asked for without a connection. */
  onOpen: () => void;
  onStay: () => void;
};

/** Says that there is no connection, and what opens when it is back. */
export function ConnectionNotice({ isLost, isAwaited, destination, onOpen, onStay }: ConnectionNoticeProps) {
  if (!isLost && destination === undefined) return null;
  return (
    <div
      role="status"
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-2 border-line border-t bg-caution-soft px-4 py-1 text-sm"
    >
      <WifiOff aria-hidden className="size-4 shrink-0 text-caution" />
      <p className="min-w-0 flex-1">
        {isLost ? 'No connection to the dashboard. ' : 'The connection is back. '}
        {destination === undefined ? (
          isAwaited ? (
            'What you opened is shown when it is back.'
          ) : (
            'This page stays as it is until the connection is back.'
          )
        ) : isLost ? (
          <>
            <strong className="font-medium">{destination.label}</strong> opens when it is back.
          </>
        ) : (
          <>
            <strong className="font-medium">{destination.label}</strong> is not open yet: something here is unsaved.
          </>
        )}
      </p>
      {destination !== undefined && (
        <>
          {!isLost && (
            <Button size="sm" onClick={onOpen}>
              Open
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={onStay}>
            Stay here
          </Button>
        </>
      )}
    </div>
  );
}
