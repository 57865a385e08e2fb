import { BellRing, Database, GitBranch, Lock, type LucideIcon, Moon, SquareTerminal } from 'lucide-react';
import type { StepKind } from '#contract';
import { cn } from '@/components/ui/class-names.ts';

const look: Readonly<Record<StepKind, { icon: LucideIcon; word: string }>> = {
  step: { icon: SquareTerminal, word: 'Step' },
  sleep: { icon: Moon, word: 'Sleep' },
  event: { icon: BellRing, word: 'Wait for an event' },
  state: { icon: Database, word: 'State' },
  lock: { icon: Lock, word: 'Lock' },
  task: { icon: GitBranch, word: 'Child task' },
};

/** What a kind of step is called. */
export const stepKindWord = (kind: StepKind): string => look[kind].word;

/** The icon of a kind of step; its word is its title. */
export function StepKindIcon({ kind, className }: { kind: StepKind; className?: string }) {
  const { icon: Icon, word } = look[kind];
  return (
    <span title={word} className={cn('shrink-0 text-faint', className)}>
      <Icon aria-hidden className="size-3.5" />
      <span className="sr-only">{word}</span>
    </span>
  );
}
