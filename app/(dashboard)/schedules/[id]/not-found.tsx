'use client';
import { NothingOfKind } from '@/components/shell/nothing-of-kind.tsx';
import { useWhyMissing } from '@/lib/dashboard/shell/use-why-missing.ts';

/** No such schedule. */
export default function ScheduleNotFound() {
  const { id, why, changes } = useWhyMissing();
  return (
    <NothingOfKind title="No such schedule" id={id} ways={[{ href: '/schedules', label: 'All schedules' }, ...changes]}>
      {why}
    </NothingOfKind>
  );
}
