'use client';
import { CircleAlert, Lock, RotateCw } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { ageWords } from '../shell/freshness.ts';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { CopyButton } from './copy-button.tsx';
import { presentTime } from './present.ts';
import { useNow } from './time-preferences.tsx';

/** What a failure tells a person: the contract's problem without what only programs need. */
export type ShownProblem = {
  code?: string;
  detail: string;
  requestId?: string | undefined;
  errors?: readonly { pointer: string; message: string }[] | undefined;
};

/** Codes of the dashboard alone, which say nothing to who reads a report. */
const ownCodes: readonly (string | undefined)[] = ['Unreachable', 'NothingDone'];

/** Whether another try is refused as well, until somebody grants what is missing. */
export function isMissingScope({ code }: Pick<ShownProblem, 'code'>): boolean {
  return code === 'InsufficientScope';
}

/** What happened, to what, what to do, with a request id to copy. What the operator may not do is no failure. */
export function ErrorState({
  title,
  problem,
  onRetry,
  children,
  className,
}: {
  /** What could not be done: "The workers could not be read". */
  title: string;
  problem: ShownProblem;
  /** What it returns is waited for: the button shows that it tries. */
  onRetry?: () => unknown;
  children?: ReactNode;
  className?: string;
}) {
  const isRefused = isMissingScope(problem);
  const isAway = problem.code === 'Unreachable';
  const Icon = isRefused ? Lock : CircleAlert;
  return (
    <div
      ref={useShownInDialog(problem)}
      role="alert"
      className={cn(
        'flex gap-3 rounded-lg border p-4',
        isRefused ? 'border-line bg-surface' : 'border-danger/40 bg-danger-soft',
        className,
      )}
    >
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', isRefused ? 'text-muted' : 'text-danger')} />
      <div className="min-w-0 flex-1 space-y-2">
        <p className="font-medium text-ink">{title}</p>
        <p className="wrap-anywhere text-ink text-sm">{problem.detail}</p>
        {problem.errors !== undefined && problem.errors.length > 0 && (
          <ul className="list-disc pl-4 text-ink text-sm">
            {problem.errors.map((error) => (
              <li key={`${error.pointer} ${error.message}`}>
                <code className="font-mono text-xs">{error.pointer || '/'}</code> {error.message}
              </li>
            ))}
          </ul>
        )}
        {children}
        {isAway && onRetry !== undefined && <Outage />}
        {!isRefused && <Reference {...problem} code={ownCodes.includes(problem.code) ? undefined : problem.code} />}
        {onRetry !== undefined && !isRefused && <TryAgain onRetry={onRetry} />}
      </div>
    </div>
  );
}

/** Since when a read has no answer, and that it is repeated: reads that failed are, until one succeeds. */
function Outage() {
  const [since, setSince] = useState<string>();
  useEffect(() => setSince(new Date(presentTime()).toISOString()), []);
  return (
    <p className="text-muted text-sm">
      {since !== undefined && (
        <>
          No answer for <Age since={since} />.{' '}
        </>
      )}
      It is read again by itself as soon as there is one.
    </p>
  );
}

function Age({ since }: { since: string }) {
  const now = useNow();
  return <span className="tabular">{ageWords(now - Date.parse(since))}</span>;
}

/** What a report names: the code of the problem and the id of the request. */
function Reference({ code, requestId }: { code: string | undefined; requestId?: string | undefined }) {
  if (code === undefined && requestId === undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
      {code !== undefined && <span className="font-mono">{code}</span>}
      {requestId !== undefined && (
        <span className="flex items-center gap-1">
          <span className="break-all font-mono">request {requestId}</span>
          <CopyButton value={requestId} label="request id" />
        </span>
      )}
    </div>
  );
}

/**
 * Scrolls a dialog to its failure: a long one has it below what is seen, and would seem to do nothing. A page does not
 * move by itself.
 */
function useShownInDialog(problem: ShownProblem): (element: HTMLElement | null) => void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another problem is shown again
  return useCallback(
    (element: HTMLElement | null) => {
      if (element?.closest('[role="dialog"], [role="alertdialog"]')) element.scrollIntoView?.({ block: 'nearest' });
    },
    [problem],
  );
}

function TryAgain({ onRetry }: { onRetry: () => unknown }) {
  const [isTrying, setTrying] = useState(false);
  const tryAgain = async () => {
    if (isTrying) return;
    setTrying(true);
    try {
      await onRetry();
    } finally {
      setTrying(false);
    }
  };
  return (
    <Button size="sm" aria-busy={isTrying} onClick={() => void tryAgain()}>
      <RotateCw aria-hidden className={cn(isTrying && 'motion-safe:animate-spin')} /> Try again
    </Button>
  );
}
