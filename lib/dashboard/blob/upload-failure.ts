import { DetailedError } from 'tus-js-client';
import type { ShownProblem } from '@/components/ui/error-state.tsx';
import { readShownProblem } from '../problem/shown-problem.ts';

/** A failed request of an upload: what to say of it, and whether trying again by itself makes sense. */
export type UploadFailure = {
  problem: ShownProblem;
  retry: 'connection' | 'service' | 'never';
  /** How long the service asks to wait. */
  afterInMs?: number;
};

const lost: ShownProblem = { code: 'Unreachable', detail: 'The connection was lost.' };
const away: ShownProblem = { code: 'Unreachable', detail: 'The service cannot be reached.' };

/** Another try finds the upload where the service has it. */
const passingCodes = ['UploadOffsetMismatch', 'UploadInUse'];

/** Reads what became of a request of the tus client. */
export function uploadFailureOf(error: unknown): UploadFailure {
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
  if (problem.code === 'Unreachable') return { problem: away, retry: 'connection', ...waits };
  const isPassing = status >= 500 || status === 429 || status === 423 || passingCodes.includes(problem.code);
  return { problem, retry: isPassing ? 'service' : 'never', ...waits };
}
