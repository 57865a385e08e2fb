import { Button } from '@/components/ui/button.tsx';

type Props = {
  /** How many entries were looked at. */
  count: number;
  foundCount: number;
  hasMore: boolean;
  isSearching: boolean;
  onSearchOn: () => void;
};

/** How far a search by value has come, and the way on. */
export function SearchedEntries({ count, foundCount, hasMore, isSearching, onSearchOn }: Props) {
  const entries = (number: number) => `${number.toLocaleString('en')} ${number === 1 ? 'entry' : 'entries'}`;
  return (
    <div className="flex flex-wrap items-center gap-2 px-3 pb-1 text-muted text-xs">
      <p role="status" className="min-w-0">
        {foundCount.toLocaleString('en')} found in {entries(count)} searched
        {hasMore ? '. There are more entries.' : ', which are all.'}
      </p>
      {hasMore && (
        <Button size="sm" disabledReason={isSearching ? 'The search goes on' : undefined} onClick={onSearchOn}>
          {isSearching ? 'Searching…' : 'Search on'}
        </Button>
      )}
    </div>
  );
}
