'use client';
import { laterPart } from '@/components/shell/later-part.ts';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import type { JsonDiffProps } from './json-diff-props.ts';

const JsonDiffView = laterPart(
  () => import('./json-diff-view.tsx').then((loaded) => loaded.default),
  () => <Skeleton className="h-32 w-full" />,
);

/** Two JSON texts as one, with what was taken out and what came in; what is the same is folded. Loads when first shown. */
export function JsonDiff(props: JsonDiffProps) {
  if (props.before === props.after) {
    return <p className="rounded-md border border-line bg-surface px-3 py-2 text-muted text-sm">No differences.</p>;
  }
  return <JsonDiffView {...props} />;
}
