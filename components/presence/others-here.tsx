import { Eye } from 'lucide-react';

/** Who else looks at the same record, in words. Nothing when nobody does. */
export function OthersHere({ names }: { names: readonly string[] }) {
  return (
    <p aria-live="polite" className="empty:hidden">
      {names.length > 0 && (
        <span className="inline-flex max-w-full items-center gap-1.5 rounded-full bg-accent-soft px-2.5 py-0.5 text-accent text-xs">
          <Eye aria-hidden className="size-3.5 shrink-0" />
          <span title={names.join(', ')} className="min-w-0 truncate">
            {othersWords(names)}
          </span>
        </span>
      )}
    </p>
  );
}

const mostNamed = 3;

/** `Ana looks at this too`, `Ana, Ben, Cleo and 2 others look at this too`. */
export function othersWords(names: readonly string[]): string {
  const named = names.slice(0, mostNamed);
  const more = names.length - named.length;
  const all = more > 0 ? [...named, `${more} other${more === 1 ? '' : 's'}`] : named;
  const last = all.at(-1);
  const text = all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${last}` : last;
  return `${text} ${names.length === 1 ? 'looks' : 'look'} at this too`;
}
