'use client';
import { CloudAlert, Pause, Radio } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { useNow } from '@/components/ui/time-preferences.tsx';
import { Tooltip } from '@/components/ui/tooltip.tsx';
import { announce } from './announcer.tsx';
import { useConnection } from './connection.ts';
import { ageWords, type Freshness, freshnessOf, freshnessWord, type ShownLive } from './freshness.ts';

const icons = { connecting: Radio, live: Radio, paused: Pause, stale: CloudAlert };
const isUpToDate = 'The data is up to date again.';

type LiveIndicatorProps = { live: ShownLive & { pause: (isPaused: boolean) => void } };

/** Whether what is shown follows the service, how old it is when not, and the switch that holds it still. */
export function LiveIndicator({ live }: LiveIndicatorProps) {
  const { isLost } = useConnection();
  const freshness = freshnessOf(live, isLost);
  const { state } = freshness;
  useAnnounced(freshness);
  const isOld = freshness.state === 'stale';
  const Icon = icons[state];
  const age = useAge(freshness);
  return (
    <Tooltip
      content={isOld ? whyStale(freshness.isCutOff) : live.isPaused ? 'Resume live updates' : 'Pause live updates'}
      side="bottom"
    >
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

/** Why what is shown may be out of date, and what happens next. */
function whyStale(isCutOff: boolean): string {
  const cause = isCutOff ? 'The connection is lost.' : 'The service cannot answer.';
  return `${cause} What is shown may be out of date, and is refreshed when it is back.`;
}

function useAnnounced(freshness: Freshness): void {
  const wasOld = useRef(false);
  const { state } = freshness;
  const why = state === 'stale' ? whyStale(freshness.isCutOff) : undefined;
  useEffect(() => {
    if (why !== undefined) announce(why);
    else if (state === 'live' && wasOld.current) announce(isUpToDate);
    if (state !== 'connecting' && state !== 'paused') wasOld.current = state !== 'live';
  }, [state, why]);
}

function useAge(freshness: Freshness): string {
  const now = useNow();
  return 'since' in freshness ? ageWords(now - freshness.since) : '';
}
