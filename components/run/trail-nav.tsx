import { ChevronDown, ChevronUp } from 'lucide-react';
import { numberText } from '#contract';
import { Button } from '@/components/ui/button.tsx';
import { Link } from '@/components/ui/link.tsx';

type Props = {
  place: number;
  total: number;
  /** More tasks match than are counted. */
  isOpen: boolean;
  href: string;
  hasPrevious: boolean;
  hasNext: boolean;
  onWalk: (by: -1 | 1) => void;
};

/** Where this task stands in the list that it was opened from, and the way to its neighbours. */
export function TrailNav({ place, total, isOpen, href, hasPrevious, hasNext, onWalk }: Props) {
  return (
    <nav aria-label="Tasks of the list" className="hidden items-center gap-0.5 sm:flex">
      <Link href={href} className="tabular rounded px-1 text-muted text-xs hover:text-ink">
        {numberText(place)} of {numberText(total)}
        {isOpen && '+'}
      </Link>
      <Button
        variant="ghost"
        size="sm"
        iconOnly
        aria-label="Previous task (K)"
        disabled={!hasPrevious}
        onClick={() => onWalk(-1)}
      >
        <ChevronUp aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="sm"
        iconOnly
        aria-label="Next task (J)"
        disabled={!hasNext}
        onClick={() => onWalk(1)}
      >
        <ChevronDown aria-hidden />
      </Button>
    </nav>
  );
}
