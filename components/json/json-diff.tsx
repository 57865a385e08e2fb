'use client';
import dynamic from 'next/dynamic';
import { Skeleton } from '@/components/ui/skeleton.tsx';

export type JsonDiffProps = {
  /** What is compared, for the accessible names: `version 3`, `your draft`. */
  before: { name: string; text: string };
  after: { name: string; text: string };
  className?: string;
};

const JsonDiffView = dynamic(() => import('./json-diff-view.tsx'), {
  ssr: false,
  loading: () => <Skeleton className="h-40 w-full" />,
});

/** Two JSON texts side by side with what differs marked, what is the same folded away. Its code loads when first shown. */
export function JsonDiff(props: JsonDiffProps) {
  return <JsonDiffView {...props} />;
}
