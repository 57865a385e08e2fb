import { MissingRecord } from '@/lib/dashboard/shell/parts/missing-record.tsx';

export default function ScheduleNotFound() {
  return <MissingRecord kind="schedule" all={{ href: '/schedules', label: 'All schedules' }} />;
}
