import { redirect } from 'next/navigation';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';

export default async function Page() {
  const { scopes } = await requireOperator();
  redirect(scopes.includes('operators/manage') ? '/settings/operators' : '/settings/sessions');
}
