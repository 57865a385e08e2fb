import { DatabaseZap } from 'lucide-react';
import { formatDuration } from './duration.tsx';

/** How far the data may be behind, where a replica of the database gave it. Nothing otherwise. */
export function DataAge({ ageInMs }: { ageInMs: number | undefined }) {
  if (ageInMs === undefined) return null;
  const seconds = Math.max(1, Math.ceil(ageInMs / 1_000));
  const age = seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1_000);
  return (
    <span
      className="inline-flex items-center gap-1 whitespace-nowrap px-1 text-muted text-xs"
      title="Read from a replica of the database"
    >
      <DatabaseZap aria-hidden className="size-3.5" />
      Up to {age} behind
    </span>
  );
}
