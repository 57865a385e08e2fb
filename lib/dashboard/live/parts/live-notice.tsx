'use client';
import { useConnection } from '@/components/shell/connection.ts';
import { ageWords, freshnessOf, freshnessWord } from '@/components/shell/freshness.ts';
import { DataAge } from '@/components/ui/data-age.tsx';
import { NewRowsButton } from '@/components/ui/new-rows-button.tsx';
import { useNow } from '@/components/ui/time-preferences.tsx';
import { useFailedReads } from '../use-failed-reads.ts';
import { useLiveState } from '../use-live.ts';

type Props = {
  newCount: number;
  hasMoreNew?: boolean;
  /** When the rows were read last, in milliseconds since 1970. */
  updatedOn?: number;
  dataAgeInMs?: number | undefined;
  onShowNew: () => void;
  onReload: () => void;
};

/** New rows that wait to be shown, how old the list may be, and reading it again. */
export function LiveNotice({ newCount, hasMoreNew = false, updatedOn = 0, dataAgeInMs, onShowNew, onReload }: Props) {
  const { isLost } = useConnection();
  const freshness = freshnessOf({ ...useLiveState(), failingSince: useFailedReads() }, isLost);
  const now = useNow();
  const isOld = 'since' in freshness && !(freshness.state === 'paused' && newCount > 0);
  return (
    <div className="flex h-8 items-center max-sm:ml-auto">
      <DataAge ageInMs={dataAgeInMs} />
      <NewRowsButton
        count={newCount}
        hasMore={hasMoreNew}
        onShow={onShowNew}
        onRefresh={onReload}
        stale={
          isOld
            ? { word: freshnessWord(freshness), age: ageWords(now - Math.max(updatedOn, freshness.since)) }
            : undefined
        }
      />
    </div>
  );
}
