'use client';
import { ScrollText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { auditColumns, type ShownRecord } from '@/components/audit/audit-columns.tsx';
import { auditFilters } from '@/components/audit/audit-filters.ts';
import { operationWords } from '@/components/audit/operation-words.ts';
import { laterPart } from '@/components/shell/later-part.ts';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { FilteredList } from '@/lib/dashboard/list/parts/filtered-list.tsx';

const AuditSheet = laterPart(() => import('@/components/audit/audit-sheet.tsx').then((loaded) => loaded.AuditSheet));

const unchanging = () => undefined;

/** Who changed what, when, from where, and how it went. */
export function AuditPage({ operations }: { operations: readonly string[] }) {
  const sources = useMemo(() => ({ operations }), [operations]);
  const [opened, setOpened] = useState<ShownRecord>();
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHeader title="Audit" />
      <FilteredList<ShownRecord>
        subject="changes"
        path="/api/audit"
        filters={auditFilters}
        columnsOf={auditColumns}
        rowId={(record) => record.id}
        rowLabel={(record) => `${operationWords(record.operation)} by ${record.identity.name}`}
        onOpen={setOpened}
        sources={sources}
        taskOf={unchanging}
        polled="newest"
        empty={
          <EmptyState icon={ScrollText} title="No changes yet">
            Every change is recorded here: who made it, on what, when, from where, and with what outcome.
          </EmptyState>
        }
      />
      {opened !== undefined && <AuditSheet record={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}
