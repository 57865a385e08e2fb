import { Eye } from 'lucide-react';
import { cn } from '@/components/ui/class-names.ts';

type OthersHereProps = {
  names: readonly string[];
  /** Shows a name and how many others, where a sentence has no room. */
  isShort?: boolean;
};

/**
 * Who else looks at the same record, in words; their number where the screen is narrow. Nothing when nobody does. It
 * belongs into a line that is there anyway: people come and go, and nothing is to move.
 */
export function OthersHere({ names, isShort = false }: OthersHereProps) {
  return (
    <p aria-live="polite" className="min-w-0 empty:hidden max-sm:shrink-0">
      {names.length > 0 && (
        <span
          title={othersWords(names)}
          className="flex h-5 max-w-full items-center gap-1.5 rounded-full bg-accent-soft px-2 text-accent text-xs"
        >
          <Eye aria-hidden className="size-3.5 shrink-0" />
          <span className={cn('truncate', isShort ? 'sr-only' : 'max-sm:sr-only')}>{othersWords(names)}</span>
          <span aria-hidden className={cn('min-w-0 truncate', isShort ? 'max-sm:hidden' : 'hidden')}>
            {shortName(names[0] ?? '')}
          </span>
          {isShort && names.length > 1 && (
            <span aria-hidden className="max-sm:hidden">
              +{names.length - 1}
            </span>
          )}
          <span aria-hidden className="sm:hidden">
            {names.length}
          </span>
        </span>
      )}
    </p>
  );
}

/** The part of an e-mail address that names the person; other names as they are. */
export function shortName(name: string): string {
  return /^([^@]+)@/.exec(name)?.[1] ?? name;
}

const mostNamed = 3;

/** `Ana is viewing this too`, `Ana, Ben, Cleo and 2 others are viewing this too`. */
export function othersWords(names: readonly string[]): string {
  const named = names.slice(0, mostNamed);
  const more = names.length - named.length;
  const all = more > 0 ? [...named, `${more} other${more === 1 ? '' : 's'}`] : named;
  const last = all.at(-1);
  const text = all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${last}` : last;
  return `${text} ${names.length === 1 ? 'is' : 'are'} viewing this too`;
}
