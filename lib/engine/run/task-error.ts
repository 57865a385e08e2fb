import { createHash } from 'node:crypto';
import type { TaskError } from '#contract';
import { StateRefusedError, StepFailedError } from '../definition/failures.ts';

const longestMessage = 16_384;
const longestStack = 16_384;

/** Converts a thrown value to the error of a record. `step` names the step that threw it. */
export function toTaskError(thrown: unknown, type: string, step?: string): TaskError {
  const failedStep = step ?? (isOfStep(thrown) ? thrown.step : undefined);
  const error = thrown instanceof Error ? thrown : new Error(textOf(thrown));
  const code =
    'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : undefined;
  const name = clean(error.name).slice(0, 256) || 'Error';
  const message = clean(error.message).slice(0, longestMessage);
  return {
    name,
    message,
    ...(typeof error.stack === 'string' && { stack: clean(error.stack).slice(0, longestStack) }),
    ...(failedStep !== undefined && { step: failedStep }),
    ...(code !== undefined && { code: clean(String(code)) }),
    fingerprint: fingerprint(type, failedStep, name, message),
  };
}

function isOfStep(thrown: unknown): thrown is StepFailedError | StateRefusedError {
  return thrown instanceof StepFailedError || thrown instanceof StateRefusedError;
}

/**
 * Returns a fingerprint that is equal for failures of one cause. It ignores numbers, ids and quoted text in the
 * message.
 */
export function fingerprint(type: string, step: string | undefined, name: string, message: string): string {
  const shape = message
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '#')
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '""')
    .replaceAll(/\b(?=[0-9a-f]*\d)(0x)?[0-9a-f]{6,}\b/gi, '#')
    .replaceAll(/\d+/g, '#');
  return createHash('sha256')
    .update([type, step ?? '', name, shape].join('\u0001'))
    .digest('hex')
    .slice(0, 16);
}

function textOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return String(thrown);
  }
}

/** PostgreSQL's text holds no NUL. */
function clean(text: string): string {
  return text.replaceAll('\u0000', '\ufffd');
}
