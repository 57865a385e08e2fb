import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { isInside } from '#contract';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { StoreOutsideBounds } from '@/components/shell/outside-bounds.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { prefetchStore } from '@/lib/dashboard/state/prefetch-store.ts';
import { StorePage } from './store-page.tsx';

type Props = { params: Promise<{ store: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: decodeURIComponent((await params).store) };
}

export default async function StoreEntriesPage({ params, searchParams }: Props) {
  const { client, scopes, bounds } = await requireOperator();
  if (!scopes.includes('state/read')) return <MissingScope scope="state/read" page="State" />;
  const storeName = decodeURIComponent((await params).store);
  if (!isInside(bounds?.stores, storeName)) return <StoreOutsideBounds storeName={storeName} />;
  return (
    <HydrationBoundary state={await prefetchStore(client, storeName, searchParams)}>
      <StorePage key={storeName} storeName={storeName} />
    </HydrationBoundary>
  );
}
