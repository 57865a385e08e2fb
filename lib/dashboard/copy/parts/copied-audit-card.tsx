import { AuditLines } from '@/components/audit/audit-lines.tsx';
import { Card, CardEmpty } from '@/components/ui/card.tsx';
import type { CopiedAudit } from '../copied-audit.ts';

/** Who did what, as far as it is in a copy. */
export function CopiedAuditCard({ audit, isLeftOut }: { audit: readonly CopiedAudit[]; isLeftOut: boolean }) {
  return (
    <Card title="What was done">
      {audit.length > 0 ? (
        <AuditLines records={audit} />
      ) : (
        <CardEmpty>{isLeftOut ? 'It is not in this copy.' : 'Nothing was done.'}</CardEmpty>
      )}
    </Card>
  );
}
