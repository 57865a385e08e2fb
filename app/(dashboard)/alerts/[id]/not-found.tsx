'use client';
import { NothingOfKind } from '@/components/shell/nothing-of-kind.tsx';
import { useWhyMissing } from '@/lib/dashboard/shell/use-why-missing.ts';

/** No such alert. */
export default function AlertNotFound() {
  const { id, why, changes } = useWhyMissing();
  return (
    <NothingOfKind title="No such alert" id={id} ways={[{ href: '/alerts', label: 'All alerts' }, ...changes]}>
      {why}
    </NothingOfKind>
  );
}
