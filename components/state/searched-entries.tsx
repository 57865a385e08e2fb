import { counted, numberText } from '#contract';
import { Button } from '@/components/ui/button.tsx';

type Props = {
  /** How many entries were looked at. */
  count: number;
  /** The indexed paths by which they were found. */
  usedIndexes?: readonly string[] | undefined;
  foundCount: number;
  hasMore: boolean;
  isSearching: boolean;
  onSearchOn: () => void;
  /** Paths of the search that could have an index. */
  indexable: readonly string[];
  onIndex: (path: string) => void;
};

/** How far a search by value has come, and the way on. */
export function SearchedEntries(props: Props) {
  const { count, usedIndexes, foundCount, hasMore, isSearching, onSearchOn, indexable, onIndex } = props;
  const entries = counted(count, 'entry', 'entries');
  const found = `${numberText(foundCount)} found`;
  return (
    <div className="flex flex-wrap items-center gap-2 px-3 pb-1 text-muted text-xs">
      <p role="status" className="min-w-0 wrap-anywhere">
        {usedIndexes === undefined ? (
          <>
            {found} in {entries} searched
            {hasMore ? '. There are more entries.' : ', which are all.'}
          </>
        ) : (
          <>
            {found} by the index on {usedIndexes.join(' and ')}, with {entries} searched.
            {hasMore && ' There are more entries.'}
          </>
        )}
      </p>
      {hasMore && (
        <Button size="sm" disabledReason={isSearching ? 'The search continues' : undefined} onClick={onSearchOn}>
          {isSearching ? 'Searching…' : 'Search on'}
        </Button>
      )}
      {indexable.map((path) => (
        <Button key={path} size="sm" onClick={() => onIndex(path)}>
          <span className="max-w-[16rem] truncate">Index {path}…</span>
        </Button>
      ))}
    </div>
  );
}
