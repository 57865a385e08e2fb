'use client';
import { placeWords } from './entry-document.model.ts';
import type { Merge } from './merge.model.ts';

const shown = 8;

/** What merges by itself: the places that only one of the two changed. */
export function OneSided({ merge, by }: { merge: Pick<Merge, 'theirs' | 'mine'>; by: string }) {
  return (
    <ul className="grid gap-0.5 text-muted text-xs">
      <Side words={`Only ${by} changed`} pointers={merge.theirs} />
      <Side words="Only you changed" pointers={merge.mine} />
    </ul>
  );
}

function Side({ words, pointers }: { words: string; pointers: readonly string[] }) {
  if (pointers.length === 0) return null;
  const rest = pointers.length - shown;
  return (
    <li>
      {words}{' '}
      {pointers.slice(0, shown).map((pointer, index) => {
        const { what, where } = placeWords(pointer);
        return (
          <span key={pointer}>
            {index > 0 && ', '}
            {what.toLowerCase()} <code className="break-all font-mono">{where}</code>
          </span>
        );
      })}
      {rest > 0 && ` and ${rest} more`}
    </li>
  );
}
