'use client';
import { CloudAlert, Pause, Radio, RefreshCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { useNow } from '@/components/ui/time-preferences.tsx';
import { Tooltip } from '@/components/ui/tooltip.tsx';
import { announce } from './announcer.tsx';
import { useConnection } from './connection.ts';
import { ageWords, type Freshness, freshnessOf, freshnessWord, type ShownLive } from './freshness.ts';

const icons = { connecting: Radio, live: Radio, paused: Pause, reconnecting: RefreshCw, unreadable: CloudAlert };
const announced = {
  reconnecting: 'Connection lost. Reconnecting.',
  unreadable: 'The data cannot be refreshed. What is shown may be out of date.',
  live: 'Connected again. The data is up to date.',
};

type LiveIndicatorProps = { live: ShownLive & { pause: (isPaused: boolean) => void } };

/** Whether what is shown follows the service, how old it is when not, and the switch that holds it still. */
export function LiveIndicator({ live }: LiveIndicatorProps) {
  const { isLost } = useConnection();
  const freshness = freshnessOf(live, isLost);
  const { state } = freshness;
  useAnnounced(freshness);
  const isOld = state === 'reconnecting' || state === 'unreadable';
  const Icon = icons[state];
  const age = useAge(freshness);
  return (
    <Tooltip content={live.isPaused ? 'Resume live updates' : 'Pause live updates'} side="bottom">
      <Button
        variant="ghost"
        size="sm"
        aria-pressed={!live.isPaused}
        aria-label={`Live updates: ${state === 'connecting' ? 'Connecting' : freshnessWord(freshness)}${isOld ? ` · data is ${age} old` : ''}`}
        onClick={() => live.pause(!live.isPaused)}
        className={cn('tabular', isOld && 'bg-caution-soft text-caution', state === 'paused' && 'bg-idle-soft')}
      >
        <Icon aria-hidden className={state === 'live' ? 'text-positive' : undefined} />
        {/* the place of the word that comes is kept, so that nothing beside it moves */}
        <span className={cn(state !== 'paused' && 'hidden lg:inline', state === 'connecting' && 'invisible')}>
          {freshnessWord(freshness)}
        </span>
        {isOld && (
          <span>
            <span className="hidden lg:inline">· </span>
            <span className="hidden sm:inline">data is </span>
            {age} old
          </span>
        )}
      </Button>
    </Tooltip>
  );
}

function useAnnounced({ state }: Freshness): void {
  const wasOld = useRef(false);
  useEffect(() => {
    if (state === 'reconnecting' || state === 'unreadable') announce(announced[state]);
    else if (state === 'live' && wasOld.current) announce(announced.live);
    if (state !== 'connecting' && state !== 'paused') wasOld.current = state !== 'live';
  }, [state]);
}

function useAge(freshness: Freshness): string {
  const now = useNow();
  return 'since' in freshness ? ageWords(now - freshness.since) : '';
}
