'use client';
import { Grid3x3 } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { Button } from '@/components/ui/button.tsx';
import { durationParams } from '../duration-params.ts';

/** Shows and hides the map of durations above the list. */
export function DurationsButton() {
  const [{ map }, setUrl] = useQueryStates(durationParams, { history: 'push' });
  const isShown = map !== null;
  return (
    <Button
      variant="ghost"
      size="sm"
      iconOnly
      aria-label="Map of durations"
      title="Map of durations"
      aria-pressed={isShown}
      className={isShown ? 'bg-selected text-accent' : ''}
      onClick={() => void setUrl({ map: isShown ? null : 'runTime', over: null })}
    >
      <Grid3x3 aria-hidden />
    </Button>
  );
}
