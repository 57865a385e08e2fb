import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { Finding } from '#contract';
import { Badge, type Tone } from '@/components/ui/badge.tsx';
import { Card } from '@/components/ui/card.tsx';

const looks: Record<Finding['severity'], { word: string; tone: Tone; icon: typeof Info }> = {
  critical: { word: 'Critical', tone: 'danger', icon: CircleAlert },
  warning: { word: 'Warning', tone: 'caution', icon: TriangleAlert },
  note: { word: 'Note', tone: 'neutral', icon: Info },
};

/** What is not as it should be in a deployment, and what to do about it. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  return (
    <Card title={findings.length === 0 ? 'Health' : `Health · ${findings.length}`}>
      {findings.length === 0 ? (
        <p className="flex items-center gap-2 border-line border-t px-3 py-3 text-sm">
          <CircleCheck aria-hidden className="size-4 text-positive" /> No problems found.
        </p>
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          {findings.map(({ code, severity, summary, action }) => {
            const { word, ...look } = looks[severity];
            return (
              <li key={`${code} ${summary}`} className="flex flex-col gap-1 px-3 py-2 text-sm sm:flex-row sm:gap-3">
                <Badge {...look} className="w-20 shrink-0">
                  {word}
                </Badge>
                <div className="min-w-0 wrap-anywhere">
                  <p className="font-medium">{summary}</p>
                  <p className="text-muted">{action}</p>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
