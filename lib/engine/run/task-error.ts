import { isThrownError, partOf, type TaskError, textOfThrown } from '#contract';
import type { AnyTaskDefinition } from '../definition/definition.ts';
import { StateRefusedError, StepFailedError } from '../definition/failures.ts';
import { type FingerprintKey, fingerprintOf, givenFingerprint } from './fingerprint.ts';
import { type Mask, noMask } from './masking.ts';

const longestName = 256;
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
  const error = isThrownError(thrown) ? thrown : new Error(textOfThrown(thrown));
  const failedStep = step ?? (isOfStep(error) ? error.step : undefined);
  const code = error instanceof StepFailedError ? error.failure.code : codeOf(error);
  const stack = partOf(error, 'stack');
  const told = {
    name: cut(mask(clean(textOfPart(error, 'name'))), longestName) || 'Error',
    message: cut(mask(clean(textOfPart(error, 'message'))), longestMessage),
    ...(typeof stack === 'string' && { stack: cut(mask(clean(stack)), longestStack) }),
    ...(failedStep !== undefined && { step: mask(failedStep) }),
    ...(code !== undefined && { code: cut(mask(clean(String(code))), longestName) }),
  };
  if (error instanceof StepFailedError) return { ...told, fingerprint: error.failure.fingerprint };
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
  const code = partOf(error, 'code');
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
    const given: unknown = fingerprint?.(thrown);
    return typeof given === 'string' ? given : undefined; // code without types can return anything
  } catch {
    return undefined;
  }
}

/** Some libraries give an error a message that is no text. */
function textOfPart(error: Error, name: 'name' | 'message'): string {
  const part = partOf(error, name);
  return part === undefined ? '' : textOfThrown(part);
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
