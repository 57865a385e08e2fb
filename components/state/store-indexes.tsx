import type { StoreIndex } from '#contract';
import { indexProgress } from './index-progress.ts';

/** The indexes of a store, and how far those that are not ready have come. */
export function StoreIndexes({ indexes, entryCount }: { indexes: readonly StoreIndex[]; entryCount: number }) {
  return (
    <ul aria-label="Indexes" className="grid gap-0.5 text-xs">
      {indexes.map((index) => (
        <li key={index.path} className="flex flex-wrap gap-x-2">
          <span className="break-all font-mono">{index.path === '' ? '* (the whole value)' : index.path}</span>
          <span className="text-muted">{indexProgress(index, entryCount)}</span>
        </li>
      ))}
    </ul>
  );
}
