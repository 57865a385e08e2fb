import type { TaskError } from '#contract';
import type { AnyTaskDefinition } from '../definition/definition.ts';
import { StateRefusedError, StepFailedError } from '../definition/failures.ts';
import { type FingerprintKey, fingerprintOf, givenFingerprint } from './fingerprint.ts';
import { type Mask, noMask } from './masking.ts';

const longestMessage = 16_384;
const longestStack = 16_384;

/** The parts of a definition that decide how its failures are grouped. */
type Grouping = Pick<AnyTaskDefinition, 'type' | 'fingerprint'>;

type ErrorSource = Grouping & {
  /** What its fingerprint is made with. */
  key: FingerprintKey;
  /** Whether its task has sensitive pointers. Then the fingerprint, which everybody sees, is made without the message. */
  isSensitive?: boolean;
  /** Masks the secrets of the run. */
  mask?: Mask;
};

/** Converts a thrown value to the error of a record, with secrets masked. `step` names the step that threw it. */
export function toTaskError(
  thrown: unknown,
  { key, type, fingerprint, isSensitive = false, mask = noMask }: ErrorSource,
  step?: string,
): TaskError {
  const failedStep = step ?? (isOfStep(thrown) ? thrown.step : undefined);
  const error = thrown instanceof Error ? thrown : new Error(textOf(thrown), { cause: thrown });
  const code = thrown instanceof StepFailedError ? thrown.failure.code : codeOf(error);
  const told = {
    name: mask(clean(error.name)).slice(0, 256) || 'Error',
    message: mask(clean(error.message)).slice(0, longestMessage),
    ...(typeof error.stack === 'string' && { stack: mask(clean(error.stack)).slice(0, longestStack) }),
    ...(failedStep !== undefined && { step: mask(failedStep) }),
    ...(code !== undefined && { code: mask(clean(String(code))) }),
  };
  if (thrown instanceof StepFailedError) return { ...told, fingerprint: thrown.failure.fingerprint };
  const given = textGivenBy(fingerprint, thrown);
  return {
    ...told,
    fingerprint:
      given === undefined
        ? fingerprintOf(key, { type, ...(isSensitive ? withoutMessage(told) : told) })
        : givenFingerprint(key, type, given),
  };
}

function codeOf(error: Error): string | number | undefined {
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' || typeof code === 'number' ? code : undefined;
}

/** A message can have lines that look like those of a stack. */
function withoutMessage<Told extends { message: string; stack?: string }>(told: Told): Told {
  if (told.message === '' || told.stack === undefined) return { ...told, message: '' };
  return { ...told, message: '', stack: told.stack.replaceAll(told.message, '') };
}

/** Calls the function of a task type. What it throws must not replace the failure itself. */
function textGivenBy(fingerprint: Grouping['fingerprint'], thrown: unknown): string | undefined {
  try {
    return fingerprint?.(thrown);
  } catch {
    return undefined;
  }
}

function isOfStep(thrown: unknown): thrown is StepFailedError | StateRefusedError {
  return thrown instanceof StepFailedError || thrown instanceof StateRefusedError;
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
