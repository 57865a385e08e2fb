'use client';
import { CircleX } from 'lucide-react';
import { useState } from 'react';
import { type ErrorFrame, type ErrorFrames, hiddenMessage, type TaskError } from '#contract';
import { errorWords } from '@/components/error/error-words.ts';
import { Button } from '@/components/ui/button.tsx';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { HiddenBadge } from '@/components/ui/hidden-badge.tsx';
import { Link } from '@/components/ui/link.tsx';
import { LongText } from '@/components/ui/long-text.tsx';
import { StackView } from './stack-view.tsx';

type ErrorViewProps = {
  error: TaskError;
  similarHref?: string | undefined;
  /** Its stack with the original source. Without it, the stack is shown as it is. */
  mapped?: ErrorFrames | undefined;
  /** What the error is of, where a page shows several: `attempt 1`. */
  of?: string | undefined;
};

/** An error to read and to copy: its message first, its stack below with frames of libraries and Node dimmed. */
export function ErrorView({ error, similarHref, mapped, of }: ErrorViewProps) {
  const [isOpen, setOpen] = useState(true);
  const frames = mapped !== undefined && mapped.frames.length > 0 ? mapped.frames : stackFrames(error);
  return (
    <div className="overflow-hidden rounded-md border border-danger/35 bg-danger-soft text-sm">
      <div className="flex items-start gap-2 p-3">
        <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
        <div className="min-w-0 flex-1">
          <p className="font-medium text-danger">
            {error.name}
            {error.code !== undefined && <span className="ml-2 font-mono text-xs">{error.code}</span>}
          </p>
          {error.message === hiddenMessage ? <HiddenBadge what="message" /> : <LongText text={error.message} />}
          {error.step !== undefined && <p className="mt-1 text-muted text-xs">In step “{error.step}”</p>}
        </div>
        <CopyButton value={() => error.stack ?? errorWords(error)} label="error" />
      </div>
      <div className="flex flex-wrap items-center gap-1 px-2 pb-2">
        {frames.length > 0 && (
          <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide stack' : 'Show stack'}
          </Button>
        )}
        {similarHref !== undefined && (
          <Button asChild variant="ghost" size="sm">
            <Link href={similarHref}>This error in all tasks</Link>
          </Button>
        )}
      </div>
      {isOpen && frames.length > 0 && <StackView frames={frames} of={of} />}
      {isOpen && sourceNote(mapped) !== undefined && (
        <p className="border-danger/25 border-t bg-surface px-3 py-2 text-muted text-xs">{sourceNote(mapped)}</p>
      )}
    </div>
  );
}

/** Why a stack is without source. */
function sourceNote(mapped: ErrorFrames | undefined): string | undefined {
  if (mapped?.hasHiddenSource) return 'Source lines need the scope sources/read.';
  return mapped?.problem;
}

/** The stack without the message it repeats; `isOwn` tells the task's code from libraries and Node. */
function stackFrames(error: TaskError): ErrorFrame[] {
  if (error.stack === undefined) return [];
  const lines = error.stack.split('\n');
  const first = lines.findIndex((line) => /^\s*at /.test(line));
  return lines.slice(Math.max(0, first)).map((text) => ({
    text: text.trim(),
    isOwn: !/node_modules|node:internal|\(node:/.test(text),
  }));
}
