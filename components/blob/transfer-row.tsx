'use client';
import {
  Ban,
  CheckCircle2,
  CircleAlert,
  FileDigit,
  Hourglass,
  Pause,
  Play,
  RefreshCw,
  RotateCw,
  ShieldCheck,
  Upload,
  WifiOff,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { Time } from '@/components/ui/time.tsx';
import { useAtPresent } from '@/components/ui/time-preferences.tsx';
import {
  failureSentence,
  fileChangedCode,
  hasEnded,
  isBeforeSending,
  isConflict,
  isVerified,
  percentOf,
  progressOf,
  remainingOf,
  type Transfer,
  type TransferState,
} from './transfer.ts';

export type TransferActions = {
  pause: (key: string) => void;
  resume: (key: string) => void;
  /** Ends the wait for the next try. */
  tryNow: (key: string) => void;
  cancel: (key: string) => void;
  retry: (transfer: Transfer) => void;
  /** Asks whether the blob that is there now is replaced, where it is shown. */
  replace?: (transfer: Transfer) => void;
  dismiss: (key: string) => void;
};

const icons = {
  waiting: Hourglass,
  reading: FileDigit,
  sending: Upload,
  offline: WifiOff,
  paused: Pause,
  finishing: ShieldCheck,
  done: CheckCircle2,
  failed: CircleAlert,
  canceled: Ban,
};
const tones: Partial<Record<TransferState, string>> = {
  sending: 'text-active',
  reading: 'text-active',
  finishing: 'text-active',
  offline: 'text-caution',
  done: 'text-positive',
  failed: 'text-danger',
};

type TransferRowProps = {
  transfer: Transfer;
  actions: TransferActions;
  /** Where it goes, where the surroundings do not say it. */
  target?: ReactNode;
  /** Where it stands in a list of which only a part is in the page. */
  place?: { position: number; count: number };
};

/** One upload: how far it is, how fast, what it waits for, and what can be done with it. */
export function TransferRow({ transfer, actions, target, place }: TransferRowProps) {
  const Icon = icons[transfer.state];
  return (
    <article
      aria-label={`Upload of ${transfer.fileName}`}
      aria-posinset={place?.position}
      aria-setsize={place?.count}
      className="flex gap-2.5 py-2"
    >
      <Icon aria-hidden className={cn('mt-1.5 size-4 shrink-0 text-muted', tones[transfer.state])} />
      <div className="min-w-0 flex-1 space-y-1">
        <div className="flex items-center gap-1">
          <p className="min-w-0 flex-1 truncate font-medium text-sm" title={transfer.fileName}>
            {transfer.fileName}
          </p>
          <Controls transfer={transfer} actions={actions} />
        </div>
        {target}
        {!hasEnded(transfer) && <ProgressBar transfer={transfer} />}
        <p className="tabular wrap-anywhere text-muted text-xs">
          <Sentence transfer={transfer} />
        </p>
      </div>
    </article>
  );
}

function Controls({ transfer, actions }: { transfer: Transfer; actions: TransferActions }) {
  const { key, state, fileName } = transfer;
  if (state === 'finishing') return null;
  if (hasEnded(transfer)) {
    return (
      <>
        {state === 'failed' && <AnotherTry transfer={transfer} actions={actions} />}
        <IconButton
          label={`Remove the upload of ${fileName} from the list`}
          onClick={() => actions.dismiss(key)}
          icon={X}
        />
      </>
    );
  }
  return (
    <>
      {state === 'offline' && (
        <Button size="sm" onClick={() => actions.tryNow(key)}>
          <RotateCw aria-hidden /> Try now
        </Button>
      )}
      {state === 'paused' ? (
        <IconButton label={`Resume the upload of ${fileName}`} onClick={() => actions.resume(key)} icon={Play} />
      ) : (
        <IconButton label={`Pause the upload of ${fileName}`} onClick={() => actions.pause(key)} icon={Pause} />
      )}
      <IconButton label={`Cancel the upload of ${fileName}`} onClick={() => actions.cancel(key)} icon={X} />
    </>
  );
}

/** Only where another try can end in another way. */
function AnotherTry({ transfer, actions: { retry, replace } }: { transfer: Transfer; actions: TransferActions }) {
  const code = transfer.problem?.code;
  if (code === fileChangedCode || (isConflict(code) && replace === undefined)) return null;
  return isConflict(code) ? (
    <Button size="sm" onClick={() => replace?.(transfer)}>
      <RefreshCw aria-hidden /> Replace…
    </Button>
  ) : (
    <Button size="sm" onClick={() => retry(transfer)}>
      <RotateCw aria-hidden /> Try again
    </Button>
  );
}

function IconButton(props: { label: string; onClick: () => void; icon: typeof X }) {
  return (
    <Button variant="ghost" size="sm" iconOnly aria-label={props.label} title={props.label} onClick={props.onClick}>
      <props.icon aria-hidden />
    </Button>
  );
}

function ProgressBar({ transfer }: { transfer: Transfer }) {
  const percent = Math.floor(progressOf(transfer) * 100);
  return (
    <div
      role="progressbar"
      aria-label={`${transfer.state === 'reading' ? 'Reading' : 'Sending'} ${transfer.fileName}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1 forced-color-adjust-none overflow-hidden rounded-full bg-line"
    >
      <div
        className={cn(
          'h-full rounded-full',
          transfer.state === 'paused' || transfer.state === 'offline' ? 'bg-edge' : 'bg-accent-solid',
          transfer.state === 'reading' && 'bg-edge',
        )}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}

function Sentence({ transfer }: { transfer: Transfer }) {
  const { state, size, sentBytes, readBytes, bytesPerSecond, problem, retriesOn } = transfer;
  const part = `${formatBytes(sentBytes)} of ${formatBytes(size)}`;
  switch (state) {
    case 'waiting':
      return `${formatBytes(size)} · queued`;
    case 'reading':
      return `Computing the hash: ${percentOf(readBytes, size)} % of ${formatBytes(size)}`;
    case 'sending': {
      const remaining = remainingOf(transfer);
      const rate = bytesPerSecond === undefined ? '' : ` · ${formatBytes(bytesPerSecond)}/s`;
      return `${part} · ${percentOf(sentBytes, size)} %${rate}${remaining === undefined ? '' : ` · ${remaining} left`}`;
    }
    case 'paused':
      if (isBeforeSending(transfer)) return `Paused at ${percentOf(readBytes, size)} % of computing the hash`;
      return `Paused at ${percentOf(sentBytes, size)} % · ${part}`;
    case 'offline':
      return (
        <>
          {problem?.detail} <NextTry retriesOn={retriesOn} />. {part} so far.
        </>
      );
    case 'finishing':
      return 'Sent completely. The service verifies and stores it.';
    case 'canceled':
      return 'Cancelled. Nothing was changed.';
    case 'failed':
      return <FailedSentence problem={problem} />;
    case 'done':
      return isVerified(transfer) ? `${formatBytes(size)} · Verified by SHA-256` : `${formatBytes(size)} · stored`;
  }
}

/** When it goes on, which is no time where it waits for a sign-in. */
function NextTry({ retriesOn }: Pick<Transfer, 'retriesOn'>) {
  if (retriesOn === undefined) return 'The upload continues then';
  return (
    <>
      Retrying <RetryTime value={retriesOn} />
    </>
  );
}

/** When it tries again, or that it does now. */
function RetryTime({ value }: { value: number }) {
  return useAtPresent((now) => now + 1_500 < value) ? <Time value={value} style="relative" /> : 'now';
}

function FailedSentence({ problem }: Pick<Transfer, 'problem'>) {
  return (
    <span role="alert" className="text-danger">
      {failureSentence(problem)}
      {problem !== undefined && (
        <span className="block font-mono text-muted">
          {problem.code}
          {problem.requestId !== undefined && ` · request ${problem.requestId}`}
        </span>
      )}
    </span>
  );
}
