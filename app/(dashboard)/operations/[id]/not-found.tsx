'use client';
import { NothingOfKind } from '@/components/shell/nothing-of-kind.tsx';
import { useWhyMissing } from '@/lib/dashboard/shell/use-why-missing.ts';

/** No such operation. */
export default function OperationNotFound() {
  const { id, why, changes } = useWhyMissing();
  return (
    <NothingOfKind
      title="No such operation"
      id={id}
      ways={[{ href: '/operations', label: 'All operations' }, ...changes]}
    >
      {why}
    </NothingOfKind>
  );
}
