'use client';
import { Layers } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { BulkOperation } from '#contract';
import { bulkColumns } from '@/components/bulk/bulk-columns.tsx';
import { bulkFilters } from '@/components/bulk/bulk-filters.ts';
import { bulkTitle } from '@/components/bulk/bulk-words.ts';
import { operationPath } from '@/components/bulk/operation-path.ts';
import { EmptyList } from '@/components/ui/empty-list.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { FilteredList } from '@/lib/dashboard/list/parts/filtered-list.tsx';

/** Every bulk operation: what it does, how far it is, who created it. */
export function OperationsPage() {
  const router = useRouter();
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHeader title="Operations" />
      <FilteredList<BulkOperation>
        subject="operations"
        path="/api/bulk-operations"
        filters={bulkFilters}
        columnsOf={bulkColumns}
        rowId={({ id }) => id}
        rowLabel={bulkTitle}
        onOpen={({ id }, { isNewTab }) => {
          const path = operationPath(id);
          if (isNewTab) window.open(path, '_blank', 'noopener');
          else router.push(path);
        }}
        empty={
          <EmptyList icon={Layers} title="No operation yet">
            Select tasks in the list of tasks and act on all of them. The service works them off, and each operation
            appears here with its results.
          </EmptyList>
        }
      />
    </div>
  );
}
