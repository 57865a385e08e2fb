import { isThrownError, partOf, type TaskError, textOfThrown } from '#contract';
import type { AnyTaskDefinition } from '../definition/definition.ts';
import { StateRefusedError, StepFailedError } from '../definition/failures.ts';
import { type FingerprintKey, fingerprintOf, givenFingerprint } from './fingerprint.ts';
import { type Mask, noMask } from './masking.ts';
import { messageOf, toldCauses } from './told-causes.ts';

const longestName = 256;
const longestMessage = 16_384;
const longestStack = 16_384;

/** An error for a thrown value that is none. Its stack would be that of this function, not that of the handler. */
function errorWithoutStack(thrown: unknown): Error {
  const text = textOfThrown(thrown);
  const isTold = typeof thrown === 'string' || text.startsWith('{');
  const message = isTold ? text : `${text} was thrown, which is no error`;
  return Object.assign(new Error(message), { stack: undefined });
}

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

/**
 * Converts a thrown value to the error of a record, with secrets masked. Its message and stack tell its causes too.
 * `step` names the step that threw it.
 */
export function toTaskError(
  thrown: unknown,
  { key, type, fingerprint, isSensitive = false, mask = noMask }: ErrorSource,
  step?: string,
): TaskError {
  const error = isThrownError(thrown) ? thrown : errorWithoutStack(thrown);
  const failedStep = step ?? (isOfStep(error) ? error.step : undefined);
  const isTold = error instanceof StepFailedError; // when its step failed
  const causes = isTold ? { message: error.message, code: error.failure.code, stacks: '' } : toldCauses(error);
  const { code } = causes;
  const name = partOf(error, 'name');
  const stack = partOf(error, 'stack');
  const own = {
    name: cut(mask(clean(name === undefined ? '' : textOfThrown(name))), longestName) || 'Error',
    message: cut(mask(clean(messageOf(error))), longestMessage),
    ...(typeof stack === 'string' && { stack: cut(mask(clean(stack)), longestStack) }),
    ...(failedStep !== undefined && { step: mask(failedStep) }),
    ...(code !== undefined && { code: cut(mask(clean(String(code))), longestName) }),
  };
  const told = {
    ...own,
    message: cut(mask(clean(causes.message)), longestMessage),
    ...(typeof stack === 'string' && { stack: cut(mask(clean(stack + causes.stacks)), longestStack) }),
  };
  if (isTold) return { ...told, fingerprint: error.failure.fingerprint };
  const given = textGivenBy(fingerprint, thrown);
  return {
    ...told,
    fingerprint:
      given === undefined
        ? fingerprintOf(key, { type, ...(isSensitive ? withoutMessage(own) : own) })
        : givenFingerprint(key, type, given),
  };
}

/** A message can have lines that look like those of a stack. */
function withoutMessage<Told extends { message: string; stack?: string }>(told: Told): Told {
  if (told.message === '' || told.stack === undefined) return { ...told, message: '' };
  return { ...told, message: '', stack: told.stack.replaceAll(told.message, '') };
}

/** Calls the function of a task type. What it throws must not replace the failure itself. */
function textGivenBy(fingerprint: Grouping['fingerprint'], thrown: unknown): string | undefined {
  try {
    const given: unknown = fingerprint?.(thrown);
    return typeof given === 'string' ? given : undefined; // code without types can return anything
  } catch {
    return undefined;
  }
}

function isOfStep(error: Error): error is StepFailedError | StateRefusedError {
  return error instanceof StepFailedError || error instanceof StateRefusedError;
}

/** PostgreSQL's text holds no NUL, and no half of a character. */
function clean(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed();
}

function cut(text: string, longest: number): string {
  return text.slice(0, longest).toWellFormed();
}
