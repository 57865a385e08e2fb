import { DetailedError } from 'tus-js-client';
import { fileChangedCode } from '@/components/blob/transfer.ts';
import type { ShownProblem } from '@/components/ui/error-state.tsx';
import { isProblemError } from '../problem/problem.ts';
import { problemStatus } from '../problem/problem-status.ts';
import { readShownProblem } from '../problem/shown-problem.ts';

/** A failed request of an upload: what to say of it, and whether trying again by itself makes sense. */
export type UploadFailure = {
  problem: ShownProblem;
  /** `session`: once the operator is signed in again. */
  retry: 'connection' | 'service' | 'session' | 'never';
  /** How long the service asks to wait. */
  afterInMs?: number;
};

const lost: ShownProblem = { code: 'Unreachable', detail: 'The connection was lost.' };
/** A browser gives no bytes of a file that is no longer the one that was chosen, and says of the request only that it failed. */
export const changedFile: ShownProblem = {
  code: fileChangedCode,
  detail: 'The file was changed, moved or deleted on this device after it was chosen. Choose it again.',
};
const away: ShownProblem = { code: 'Unreachable', detail: 'The service cannot be reached.' };

/** Another try finds the upload where the service has it. */
const passingCodes = ['UploadOffsetMismatch', 'UploadInUse', 'IdempotencyKeyInUse'];

/** Reads what became of a request of the tus client. */
export function uploadFailureOf(error: unknown): UploadFailure {
  const cause = error instanceof DetailedError ? error.causingError : error;
  if (isProblemError(cause)) return ofProblem(cause.problem, problemStatus(cause.problem.code));
  const answer = error instanceof DetailedError ? error.originalResponse : null;
  const status = answer?.getStatus() ?? 0;
  if (answer === null || status === 0) {
    if (error instanceof DetailedError) return { problem: lost, retry: 'connection' };
    const detail = error instanceof Error ? `It stopped: ${error.message}.` : 'It stopped.';
    return { problem: { code: 'BadAnswer', detail }, retry: 'never' };
  }
  const problem = readShownProblem(answer.getBody()) ?? {
    code: 'BadAnswer',
    detail: `The answer was ${status} without a reason.`,
  };
  const seconds = Number(answer.getHeader('Retry-After') ?? '');
  const waits = Number.isFinite(seconds) && seconds > 0 ? { afterInMs: seconds * 1_000 } : {};
  return { ...ofProblem(problem, status), ...waits };
}

function ofProblem(problem: ShownProblem, status: number): UploadFailure {
  if (problem.code === 'Unreachable') return { problem: away, retry: 'connection' };
  if (problem.code === 'Unauthenticated') return { problem, retry: 'session' };
  const isPassing = status >= 500 || status === 429 || status === 423 || passingCodes.includes(problem.code ?? '');
  return { problem, retry: isPassing ? 'service' : 'never' };
}

/** Whether a failure can be that of a file whose bytes the browser no longer gives: of any other, the service tells why. */
export function mayBeTheFile({ problem }: UploadFailure): boolean {
  return problem.code === 'Unreachable' || problem.code === 'BadAnswer';
}

/** Whether the browser still gives the bytes of a file. */
export async function isReadable(file: Blob): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}
