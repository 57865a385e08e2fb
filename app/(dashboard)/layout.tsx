import { cookies } from 'next/headers';
import { navigationCookie } from '@/components/shell/navigation-cookie.ts';
import { Shell } from '@/components/shell/shell.tsx';
import { requireOperator } from '@/lib/dashboard/operator.ts';
import { ScopesProvider } from '@/lib/dashboard/scopes-context.tsx';

export default async function DashboardLayout({ children }: LayoutProps<'/'>) {
  const { operator, scopes } = await requireOperator();
  const kept = await cookies();
  return (
    <ScopesProvider scopes={scopes}>
      <Shell
        operator={{ name: operator.name, email: operator.email }}
        isInitiallyNarrow={kept.get(navigationCookie)?.value === 'narrow'}
      >
        {children}
      </Shell>
    </ScopesProvider>
  );
}
