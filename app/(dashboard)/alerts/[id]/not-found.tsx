import { MissingRecord } from '@/lib/dashboard/shell/parts/missing-record.tsx';

export default function AlertNotFound() {
  return <MissingRecord kind="alert" all={{ href: '/alerts', label: 'All alerts' }} />;
}
