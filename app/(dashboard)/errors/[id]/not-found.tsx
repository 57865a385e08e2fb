'use client';
import { NothingOfKind } from '@/components/shell/nothing-of-kind.tsx';
import { useBounds } from '@/components/ui/bounds.tsx';

/** No such cause. */
export default function ErrorGroupNotFound() {
  const isNarrowed = useBounds() !== undefined;
  return (
    <NothingOfKind title="No such error" ways={[{ href: '/errors', label: 'All errors' }]}>
      A cause appears a second or two after its first failure, and is kept for 90 days after its last one.
      {isNarrowed && ' Causes outside of your bounds are not shown.'}
    </NothingOfKind>
  );
}
