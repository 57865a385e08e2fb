'use client';
import { useState } from 'react';
import type { AlertCondition, AlertPreview } from '#contract';
import { Button } from '@/components/ui/button.tsx';
import { whyUnanswered } from '@/components/ui/unreachable.ts';

type PreviewResult = { preview: AlertPreview } | { problem: string };

type AlertPreviewProps = {
  /** Missing while it is not complete. */
  condition: AlertCondition | undefined;
  onPreview: (condition: AlertCondition) => Promise<PreviewResult>;
};

const shown = 8;

/** What an alert with the edited condition would tell of, when the operator asks. */
export function AlertPreviewPart({ condition, onPreview }: AlertPreviewProps) {
  const [result, setResult] = useState<PreviewResult & { of: string }>();
  const [isBusy, setBusy] = useState(false);
  const asked = JSON.stringify(condition);
  const preview = async () => {
    if (condition === undefined || isBusy) return;
    setBusy(true);
    const found = await onPreview(condition).catch((error: unknown) => ({ problem: whyUnanswered(error).detail }));
    setResult({ ...found, of: asked });
    setBusy(false);
  };
  return (
    <div className="grid gap-2">
      <Button
        className="justify-self-start"
        aria-busy={isBusy}
        disabledReason={condition === undefined ? 'Fill in the condition first.' : undefined}
        onClick={() => void preview()}
      >
        {isBusy ? 'Working…' : 'Preview findings'}
      </Button>
      <div role="status" className="grid gap-1 text-sm">
        {result !== undefined &&
          result.of === asked &&
          ('problem' in result ? <p className="text-danger">{result.problem}</p> : <Findings {...result.preview} />)}
      </div>
    </div>
  );
}

function Findings({ period, findings, isPartial }: AlertPreview) {
  const time = period === 'now' ? 'Findings now' : 'Findings of the last 24 hours';
  const more = findings.length - shown;
  if (findings.length === 0)
    return (
      <p className="text-muted">
        {time}: none{isPartial ? ' in what was searched' : ''}
      </p>
    );
  return (
    <>
      <p className="text-muted">{time}:</p>
      <ul className="grid gap-0.5">
        {findings.slice(0, shown).map(({ id, text }) => (
          <li key={id} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
      {(more > 0 || isPartial) && (
        <p className="text-muted">{more > 0 ? `and ${more}${isPartial ? '+' : ''} more` : 'and possibly more'}</p>
      )}
    </>
  );
}
