'use client';
import { useParams } from 'next/navigation';
import { changesPath } from '@/components/audit/target-path.ts';
import { NothingOfKind } from '@/components/shell/nothing-of-kind.tsx';
import { useBounds } from '@/components/ui/bounds.tsx';
import { useMay } from '../../access/scopes-context.tsx';

/**
 * In the place of the record that the id of the address names and that is not there: why that can be, as far as it can be
 * known, the way to all of its kind, and to who deleted it, for an operator who may read the audit trail.
 */
export function MissingRecord({ kind, all }: { kind: string; all: { href: string; label: string } }) {
  const id = decodeURIComponent(useParams<{ id: string }>()?.id ?? '');
  const isNarrowed = useBounds() !== undefined;
  const { may: readsAudit } = useMay('audit/read');
  return (
    <NothingOfKind
      title={`No such ${kind}`}
      id={id}
      ways={[all, ...(readsAudit ? [{ href: changesPath('target', id), label: 'Who changed it' }] : [])]}
    >
      It was deleted, {isNarrowed && 'it lies outside of your bounds, '}or the link is incomplete.
    </NothingOfKind>
  );
}
