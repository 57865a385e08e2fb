import { numberText } from '#contract';
import { Card } from '@/components/ui/card.tsx';

/** All limits by their names. */
export function LimitList({ limits }: { limits: Readonly<Record<string, number>> }) {
  return (
    <Card title="Limits">
      <dl className="columns-1 gap-8 border-line border-t p-3 text-sm sm:columns-2 lg:columns-3">
        {Object.entries(limits).map(([name, limit]) => (
          <div key={name} className="flex items-baseline justify-between gap-3 py-0.5">
            <dt className="font-mono text-xs">{name}</dt>
            <dd className="tabular">{numberText(limit)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
