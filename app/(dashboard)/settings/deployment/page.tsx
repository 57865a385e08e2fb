import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { OutsideBounds } from '@/components/shell/outside-bounds.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { readDeployment } from '@/lib/dashboard/deployment/read-deployment.ts';
import { prefetch } from '@/lib/dashboard/query/prefetch.ts';
import { DeploymentPage } from './deployment-page.tsx';

export const metadata: Metadata = { title: 'This deployment' };

export default async function Page() {
  const { client, scopes, bounds } = await requireOperator();
  if (bounds !== undefined) return <OutsideBounds page="This deployment" />;
  if (!scopes.includes('deployment/read')) return <MissingScope scope="deployment/read" page="This deployment" />;
  return (
    <HydrationBoundary state={await prefetch(['deployment'], () => readDeployment(client))}>
      <DeploymentPage />
    </HydrationBoundary>
  );
}
