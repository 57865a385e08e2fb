'use client';
import { Pause, Radio, RefreshCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { useNow } from '@/components/ui/time-preferences.tsx';
import { Tooltip } from '@/components/ui/tooltip.tsx';
import { announce } from './announcer.tsx';
import { useConnection } from './connection.ts';

/** What the live stream does. `isPaused` is the operator's wish; the rest is the connection's. */
export type ShownLive = {
  isPaused: boolean;
  connection: 'connecting' | 'open' | 'lost';
  /** Milliseconds since 1970. */
  lastHeardOn: number;
  pause: (isPaused: boolean) => void;
};

/** Whether what is shown follows the service, how old it is when not, and the switch that holds it still. */
export function LiveIndicator({ live: { isPaused, connection: stream, lastHeardOn, pause } }: { live: ShownLive }) {
  const { isLost: isCutOff } = useConnection();
  const connection = isCutOff ? 'lost' : stream; // a stream that is cut off may be silent for a while before it ends
  const wasLost = useRef(false);
  useEffect(() => {
    if (connection === 'lost' && !wasLost.current) announce('Connection lost. Reconnecting.');
    if (connection === 'open' && wasLost.current) announce('Connected again. The data is up to date.');
    if (connection !== 'connecting') wasLost.current = connection === 'lost';
  }, [connection]);

  const isLost = connection === 'lost' && !isPaused;
  // the place of the word that comes is kept, so that nothing beside it moves
  const isConnecting = connection === 'connecting' && !isPaused;
  const Icon = isPaused ? Pause : isLost ? RefreshCw : Radio;
  const age = useAge(lastHeardOn);
  const word = isPaused
    ? 'Paused'
    : isLost
      ? `Reconnecting · data is ${age} old`
      : connection === 'open'
        ? 'Live'
        : 'Connecting';
  return (
    <Tooltip content={isPaused ? 'Resume live updates' : 'Pause live updates'} side="bottom">
      <Button
        variant="ghost"
        size="sm"
        aria-pressed={!isPaused}
        aria-label={`Live updates: ${word}`}
        onClick={() => pause(!isPaused)}
        className={cn('tabular', isLost && 'bg-caution-soft text-caution', isPaused && 'bg-idle-soft')}
      >
        <Icon aria-hidden className={connection === 'open' && !isPaused ? 'text-positive' : undefined} />
        <span className={cn(!isLost && !isPaused && 'hidden lg:inline', isConnecting && 'invisible')}>
          {isConnecting ? 'Live' : word}
        </span>
      </Button>
    </Tooltip>
  );
}

function useAge(since: number): string {
  const seconds = Math.max(0, Math.round((useNow() - since) / 1_000));
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
