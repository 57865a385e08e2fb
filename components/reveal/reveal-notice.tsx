'use client';
import { Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Time } from '@/components/ui/time.tsx';
import type { RevealView } from './reveal-view.ts';

type RevealNoticeProps = {
  /** What is looked at. */
  what: 'entry' | 'run';
  reveals: readonly RevealView[];
  /** The open reveal of this operator. */
  own: RevealView | undefined;
  onHide: () => void;
  /** What lets the operator see the hidden values, where there are any that they do not see. */
  children?: ReactNode;
};

/** Says that an entry or run has hidden values, and who sees them now or saw them last: by whom, why and until when. */
export function RevealNotice({ what, reveals, own, onHide, children }: RevealNoticeProps) {
  const open = reveals.filter(({ isOpen }) => isOpen);
  const last = reveals.find(({ isOpen }) => !isOpen);
  if (open.length === 0 && last === undefined && children === undefined) return null;
  return (
    <section
      aria-label="Hidden values"
      className="space-y-1.5 rounded-md border border-line bg-sunken px-3 py-2 text-sm"
    >
      {open.map((reveal) => (
        <p key={reveal.id} role="status" className="flex flex-wrap items-center gap-2">
          <Eye aria-hidden className="size-4 shrink-0 text-caution" />
          <span className="min-w-0 flex-1 basis-52 break-words">
            <strong className="font-medium">{reveal.id === own?.id ? 'You see' : `${reveal.revealedBy} sees`}</strong>{' '}
            the hidden values of this {what} until <Time value={reveal.expiresOn} style="absolute" />. Reason:{' '}
            {reveal.reason}
            {reveal.grantedBy !== undefined && ` (granted by ${reveal.grantedBy})`}
          </span>
          {reveal.id === own?.id && (
            <Button size="sm" className="ml-auto" onClick={onHide}>
              Hide them now
            </Button>
          )}
        </p>
      ))}
      {open.length === 0 && last !== undefined && (
        <p className="break-words text-muted text-xs">
          {last.revealedBy} saw the hidden values of this {what} <Time value={last.createdOn} />. Reason: {last.reason}
        </p>
      )}
      {own === undefined && children !== undefined && (
        <p className="flex flex-wrap items-center gap-2">
          <EyeOff aria-hidden className="size-4 shrink-0 text-muted" />
          <span>This {what} has hidden values.</span>
          <span className="ml-auto">{children}</span>
        </p>
      )}
    </section>
  );
}
