import { Eye, EyeOff } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';

type Props = {
  isWatched: boolean;
  onWatch: () => void;
  /** Why it cannot be watched. */
  watchRefusal: string | undefined;
};

/** The switch of watching what a page shows. */
export function WatchButton({ isWatched, onWatch, watchRefusal }: Props) {
  const word = isWatched ? 'Stop watching' : 'Watch';
  return (
    <Button
      size="sm"
      actionKey={word}
      disabledReason={watchRefusal}
      aria-label={word}
      title={`${word} (W)`}
      aria-keyshortcuts="W"
      onClick={onWatch}
    >
      {isWatched ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      <span className="max-sm:sr-only">{word}</span>
    </Button>
  );
}
