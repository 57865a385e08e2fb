import { Eye, EyeOff } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';

/** The switch of watching what a page shows. */
export function WatchButton({ isWatched, onWatch }: { isWatched: boolean; onWatch: () => void }) {
  const word = isWatched ? 'Stop watching' : 'Watch';
  return (
    <Button size="sm" aria-label={word} title={`${word} (W)`} aria-keyshortcuts="W" onClick={onWatch}>
      {isWatched ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      <span className="max-sm:sr-only">{word}</span>
    </Button>
  );
}
