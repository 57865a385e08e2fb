import { numberText } from '#contract';
import { Button } from '@/components/ui/button.tsx';
import { Time } from '@/components/ui/time.tsx';
import { pathText } from './value-path.ts';

type Props = {
  foundCount: number;
  isStopped: boolean;
  /** The time of the tasks that the search has come to, where the list is in the order of a time. */
  searchedTo: string | undefined;
  /** The order of the list, such as `createdOn desc`. */
  order: string;
  onStop: (isStopped: boolean) => void;
  /** Paths that the filter seeks values at and that could have an index, as JSON Pointers. */
  indexable: readonly string[];
  onIndex: (path: string) => void;
};

/** How far a search through many tasks has come, the way to stop it, and what makes it short. */
export function SearchedTasks({ foundCount, isStopped, searchedTo, order, onStop, indexable, onIndex }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2 px-3 pb-2 text-muted text-xs">
      <p role="status" className="min-w-0 wrap-anywhere">
        {numberText(foundCount)} found so far. {isStopped ? 'The search was stopped.' : 'The search goes on.'}
      </p>
      {searchedTo !== undefined && (
        <p>
          {placeWords(order)} <Time value={searchedTo} />.
        </p>
      )}
      <Button size="sm" onClick={() => onStop(!isStopped)}>
        {isStopped ? 'Search on' : 'Stop'}
      </Button>
      {indexable.map((path) => (
        <Button key={path} size="sm" onClick={() => onIndex(path)}>
          <span className="max-w-[16rem] truncate">Index {pathText(path)}…</span>
        </Button>
      ))}
    </div>
  );
}

/** Not a part of the status: it changes with every page, and a screen reader would read it each time. */
function placeWords(order: string): string {
  const way = order.endsWith('desc') ? 'back to' : 'up to';
  return `Searched ${way} tasks ${order.startsWith('endedOn') ? 'ended' : 'created'}`;
}
