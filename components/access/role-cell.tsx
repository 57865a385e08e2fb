import type { Bounds } from '#contract';
import { boundsInWords } from '@/components/ui/bounds.tsx';
import { roleName, suffixOf } from './roles.ts';

/** What somebody may do, and on which part of the tasks and stores. */
export function RoleCell({ scopes, bounds }: { scopes: readonly string[]; bounds: Bounds | undefined }) {
  const reach = bounds && boundsInWords(bounds);
  return (
    <span
      className="min-w-0 truncate"
      title={[...(reach === undefined ? [] : [`Reaches ${reach}`, '']), ...scopes.map(suffixOf)].join('\n')}
    >
      {roleName(scopes)}
      {reach !== undefined && <span className="text-muted text-xs"> · {reach}</span>}
    </span>
  );
}
