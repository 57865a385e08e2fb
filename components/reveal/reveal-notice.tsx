'use client';
import { Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Reveal } from '#contract';
import { Button } from '@/components/ui/button.tsx';
import { Time } from '@/components/ui/time.tsx';

type RevealNoticeProps = {
  /** What is looked at. */
  what: 'entry' | 'run';
  reveals: readonly Reveal[];
  /** The open reveal of this operator. */
  own: Reveal | undefined;
  onHide: () => void;
  /** What lets the operator see the hidden values, where there are any that they do not see. */
  children?: ReactNode;
};

/**
 * Says that an entry or run has hidden values, and who sees them now or saw them last: by whom, why and until when. The
 * same lines stay when a reveal ends, so that nothing below them moves.
 */
export function RevealNotice({ what, reveals, own, onHide, children }: RevealNoticeProps) {
  const open = reveals.filter(({ isOpen }) => isOpen);
  const told = open.length > 0 ? open : reveals.slice(0, 1);
  if (told.length === 0 && children === undefined) return null;
  return (
    <section
      aria-label="Hidden values"
      className="space-y-1.5 rounded-md border border-line bg-sunken px-3 py-2 text-sm"
    >
      <div className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1">
        {own === undefined ? (
          <EyeOff aria-hidden className="size-4 shrink-0 text-muted" />
        ) : (
          <Eye aria-hidden className="size-4 shrink-0 text-caution" />
        )}
        <p role="status" className="min-w-0 flex-1 basis-52 wrap-anywhere max-sm:min-h-10">
          {own === undefined ? (
            `This ${what} has hidden values.`
          ) : (
            <>
              <strong className="font-medium">You see</strong> the hidden values of this {what} until{' '}
              <Time value={own.expiresOn} style="absolute" />.
            </>
          )}
        </p>
        <span className="ml-auto min-h-7">
          {own === undefined ? (
            children
          ) : (
            <Button size="sm" onClick={onHide}>
              Hide them now
            </Button>
          )}
        </span>
      </div>
      {told.map((reveal) => (
        <p key={reveal.id} className="wrap-anywhere text-muted text-xs">
          {reveal.isOpen && reveal.id !== own?.id ? (
            <>
              {reveal.revealedBy} sees the hidden values of this {what} until{' '}
              <Time value={reveal.expiresOn} style="absolute" />.
            </>
          ) : (
            <>
              {reveal.revealedBy} revealed the hidden values of this {what} <Time value={reveal.createdOn} />.
            </>
          )}{' '}
          Reason: {reveal.reason}
          {reveal.grantedBy !== undefined && ` (granted by ${reveal.grantedBy})`}
        </p>
      ))}
    </section>
  );
}
