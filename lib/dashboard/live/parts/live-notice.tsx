'use client';
import { RefreshCw, WifiOff } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { DataAge } from '@/components/ui/data-age.tsx';
import { formatDuration } from '@/components/ui/duration.tsx';
import { NewRowsButton } from '@/components/ui/new-rows-button.tsx';
import { useNow } from '@/components/ui/time-preferences.tsx';
import { useLiveState } from '../use-live.ts';

type Props = {
  newCount: number;
  hasMoreNew: boolean;
  updatedOn: number;
  dataAgeInMs?: number | undefined;
  onShowNew: () => void;
  onReload: () => void;
};

/** New rows that wait to be shown, how old the list may be, and reading it again. */
export function LiveNotice({ newCount, hasMoreNew, updatedOn, dataAgeInMs, onShowNew, onReload }: Props) {
  const { isPaused, connection, lastHeardOn } = useLiveState();
  const isOld = isPaused || connection === 'lost';
  return (
    <div className="flex h-8 items-center">
      <DataAge ageInMs={dataAgeInMs} />
      <NewRowsButton
        count={newCount}
        hasMore={hasMoreNew}
        onShow={onShowNew}
        note={isOld && <Age isPaused={isPaused} since={Math.max(updatedOn, lastHeardOn)} />}
      />
      <Button
        variant="ghost"
        size="sm"
        iconOnly
        aria-label="Refresh the list"
        title="Refresh the list"
        onClick={onReload}
      >
        <RefreshCw aria-hidden />
      </Button>
    </div>
  );
}

function Age({ isPaused, since }: { isPaused: boolean; since: number }) {
  const seconds = Math.max(1, Math.floor((useNow() - since) / 1_000));
  const age = seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1_000);
  return (
    <span className="inline-flex h-7 items-center gap-1 rounded-full border border-line bg-raised px-3 text-caution text-xs shadow-raised">
      <WifiOff aria-hidden className="size-3.5" />
      {isPaused ? 'Live updates paused' : 'Connection lost'}: data is {age} old
    </span>
  );
}
