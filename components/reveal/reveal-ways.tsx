'use client';
import type { Approval } from '#contract';
import { Button } from '@/components/ui/button.tsx';

type RevealWaysProps = {
  /** Whether the operator may reveal by their own right. */
  mayReveal: boolean;
  /** The operator's last request to see these values. */
  asked: Approval | undefined;
  /** Opens the dialog that asks for a reason. */
  onBegin: () => void;
  onUse: (approval: Approval) => void;
};

/** How the operator gets to see hidden values: by right, by a grant, or by asking for one. */
export function RevealWays({ mayReveal, asked, onBegin, onUse }: RevealWaysProps) {
  if (asked?.state === 'granted')
    return (
      <span className="flex flex-wrap items-center gap-2">
        <span>{asked.answeredBy} granted your request.</span>
        <Button size="sm" onClick={() => onUse(asked)}>
          Reveal now
        </Button>
      </span>
    );
  if (asked?.state === 'waiting') return <span className="text-muted">Your request waits for an answer.</span>;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {asked?.state === 'declined' && (
        <span className="text-muted">
          {asked.answeredBy} declined your request{asked.note === undefined ? '.' : `: ${asked.note}`}
        </span>
      )}
      <Button size="sm" onClick={onBegin}>
        {mayReveal ? 'Reveal…' : 'Ask to reveal…'}
      </Button>
    </span>
  );
}
