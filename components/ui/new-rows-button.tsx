import { ArrowUp, CloudAlert, RefreshCw } from 'lucide-react';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';

type Props = {
  /** New rows that wait to be shown. */
  count: number;
  /** Whether more than these wait. */
  hasMore?: boolean;
  onShow: () => void;
  /** Why the list is out of date and its age: `Cannot refresh` and `34 s`. It comes before new rows. */
  stale?: { word: string; age: string } | undefined;
  onRefresh: () => void;
};

/**
 * New rows wait behind this button: a list never moves under the pointer. Without any it reads the list again, and it
 * says when that cannot be done. Its size is always the same, so that nothing beside it moves either.
 */
export function NewRowsButton({ count, hasMore = false, onShow, stale, onRefresh }: Props) {
  const news = count > 0 ? `${count}${hasMore ? '+' : ''} new` : undefined;
  const isNews = news !== undefined && stale === undefined;
  const label = stale === undefined ? 'Refresh the list' : `${stale.word}: data is ${stale.age} old. Refresh the list`;
  const Icon = isNews ? ArrowUp : stale === undefined ? RefreshCw : CloudAlert;
  return (
    <>
      <Button
        variant={isNews ? 'primary' : 'ghost'}
        size="sm"
        aria-label={isNews ? news : label}
        title={isNews ? 'Show the new rows' : label}
        className={cn(
          'tabular w-20 sm:w-24',
          !isNews && stale === undefined && 'max-sm:justify-end',
          stale !== undefined && 'bg-caution-soft text-caution',
        )}
        onClick={isNews ? onShow : onRefresh}
      >
        <Icon aria-hidden className={cn(isNews && 'max-sm:hidden')} />
        {isNews ? (
          news
        ) : (
          <span className={cn(stale === undefined && 'max-sm:hidden')}>{stale ? `${stale.age} old` : 'Refresh'}</span>
        )}
      </Button>
      <span role="status" className="sr-only">
        {isNews ? news : stale?.word}
      </span>
    </>
  );
}
