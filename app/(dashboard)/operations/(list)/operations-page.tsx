'use client';
import { Layers } from 'lucide-react';
import type { BulkOperation } from '#contract';
import { bulkColumns } from '@/components/bulk/bulk-columns.tsx';
import { bulkFilters } from '@/components/bulk/bulk-filters.ts';
import { bulkTitle } from '@/components/bulk/bulk-words.ts';
import { operationPath } from '@/components/bulk/operation-path.ts';
import { useOpen } from '@/components/shell/use-go.ts';
import { EmptyList } from '@/components/ui/empty-list.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { FilteredList } from '@/lib/dashboard/list/parts/filtered-list.tsx';

/** Every bulk operation: what it does, how far it is, who created it. */
export function OperationsPage() {
  const open = useOpen();
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
        onOpen={({ id }, how) => open(operationPath(id), how)}
        empty={
          <EmptyList icon={Layers} title="No operation yet">
            Select tasks in the list of tasks and act on all of them. The service processes them, and each operation
            appears here with its results.
          </EmptyList>
        }
      />
    </div>
  );
}
