'use client';
import { useParams } from 'next/navigation';
import { changesPath } from '@/components/audit/target-path.ts';
import { useBounds } from '@/components/ui/bounds.tsx';
import { useMay } from '@/lib/dashboard/access/scopes-context.tsx';

type WhyMissing = {
  id: string;
  /** Why there is no record with this id, as far as can be known. */
  why: string;
  /** To who deleted it. Empty for an operator who may not read the audit trail. */
  changes: { href: string; label: string }[];
};

/** What the page of a record that is not there says of it. The id is that of the address. */
export function useWhyMissing(): WhyMissing {
  const id = decodeURIComponent(useParams<{ id: string }>()?.id ?? '');
  const isNarrowed = useBounds() !== undefined;
  const { may } = useMay('audit/read');
  return {
    id,
    why: `It was deleted, ${isNarrowed ? 'it lies outside of your bounds, ' : ''}or the link is incomplete.`,
    changes: may ? [{ href: changesPath('target', id), label: 'Who changed it' }] : [],
  };
}
