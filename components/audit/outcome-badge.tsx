import { Check, ShieldX, TriangleAlert } from 'lucide-react';
import type { AuditRecord } from '#contract';
import { Badge, type Tone } from '@/components/ui/badge.tsx';

const looks: Record<AuditRecord['outcome'], { word: string; tone: Tone; icon: typeof Check }> = {
  succeeded: { word: 'Done', tone: 'neutral', icon: Check },
  refused: { word: 'Refused', tone: 'caution', icon: ShieldX },
  failed: { word: 'Failed', tone: 'danger', icon: TriangleAlert },
};

export function OutcomeBadge({ outcome }: { outcome: AuditRecord['outcome'] }) {
  const { word, ...look } = looks[outcome];
  if (outcome === 'succeeded') return <span className="text-muted">{word}</span>;
  return <Badge {...look}>{word}</Badge>;
}
