'use client';
import { CloudAlert, RefreshCw } from 'lucide-react';
import { useConnection } from '@/components/shell/connection.ts';
import { ageWords, freshnessOf, freshnessWord } from '@/components/shell/freshness.ts';
import { Button } from '@/components/ui/button.tsx';
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
  onReload?: () => void;
};

/** New rows that wait to be shown, how old the list may be, and reading it again. */
export function LiveNotice({ newCount, hasMoreNew = false, updatedOn = 0, dataAgeInMs, onShowNew, onReload }: Props) {
  const { isLost } = useConnection();
  const freshness = freshnessOf({ ...useLiveState(), failingSince: useFailedReads() }, isLost);
  return (
    <div className="flex h-8 items-center">
      <DataAge ageInMs={dataAgeInMs} />
      <NewRowsButton
        count={newCount}
        hasMore={hasMoreNew}
        onShow={onShowNew}
        note={
          'since' in freshness && <Age word={freshnessWord(freshness)} since={Math.max(updatedOn, freshness.since)} />
        }
      />
      {onReload !== undefined && (
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
      )}
    </div>
  );
}

function Age({ word, since }: { word: string; since: number }) {
  return (
    <span className="inline-flex h-7 items-center gap-1 rounded-full border border-line bg-raised px-3 text-caution text-xs shadow-raised">
      <CloudAlert aria-hidden className="size-3.5" />
      {word}: data is {ageWords(useNow() - since)} old
    </span>
  );
}
