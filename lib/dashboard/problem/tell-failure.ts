'use client';
import { outcomeTitle } from '@/components/ui/outcome-title.ts';
import { toast } from '@/components/ui/toast.ts';
import type { ActionResult } from '../access/perform-action.ts';
import { answered } from './answered.ts';
import { problemOf } from './problem.ts';

/**
 * Returns the value of an action. Where it failed, a message says what was not done, or, when no answer came, that this
 * is not known; then the value is `undefined`.
 */
export async function tellFailure<Value>(
  title: string,
  request: Promise<ActionResult<Value>>,
): Promise<{ value: Value } | undefined> {
  const answer = await answered(request);
  if (answer.ok) return { value: answer.value };
  toast.error(outcomeTitle(title, answer.problem), { description: answer.problem.detail });
  return undefined;
}

/** Returns what a read found. Where it failed, a message says what could not be read, and why; then it is `undefined`. */
export async function tellReadFailure<Value>(
  title: string,
  read: Promise<Value>,
): Promise<{ value: Value } | undefined> {
  try {
    return { value: await read };
  } catch (error) {
    toast.error(title, { id: title, description: problemOf(error).detail });
    return undefined;
  }
}
