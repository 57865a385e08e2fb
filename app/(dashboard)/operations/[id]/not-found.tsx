import { MissingRecord } from '@/lib/dashboard/shell/parts/missing-record.tsx';

export default function OperationNotFound() {
  return <MissingRecord kind="operation" all={{ href: '/operations', label: 'All operations' }} />;
}
