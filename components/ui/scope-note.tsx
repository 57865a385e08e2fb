import { Lock } from 'lucide-react';

type ScopeNoteProps = {
  /** Why the form cannot be sent; nothing is shown without it. */
  reason: string | undefined;
  /** What the operator cannot do: `create a task`. */
  act: string;
};

/** Says above a form that it cannot be sent, before anything is typed. */
export function ScopeNote({ reason, act }: ScopeNoteProps) {
  if (reason === undefined) return null;
  return (
    <p role="note" className="flex items-start gap-2 rounded-md border border-line bg-caution-soft px-3 py-2 text-sm">
      <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
      <span>
        You cannot {act}. {reason}
      </span>
    </p>
  );
}
