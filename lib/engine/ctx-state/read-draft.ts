import type { z } from 'zod';
import {
  type BlobUploadOptions,
  blobUploadOptions,
  type ParsedBlobUploadOptions,
  type ParsedStateInput,
  type ParsedStateTransaction,
  parseJson,
  type StateListFilter,
  stateBulkTransactionInput,
  stateId,
  stateInput,
  stateListQuery,
  storeName,
} from '#contract';
import { NonRetryableError } from '../definition/failures.ts';
import type { StateDraft, StateListOptions } from '../definition/task-state.ts';
import { handlerJson } from '../run/handler-json.ts';
import { maskJson } from '../run/mask-json.ts';
import type { Mask } from '../run/masking.ts';

/** A value and the length of its JSON text. */
export type Given<Value> = { value: Value; length: number };

/** Converts a handler's draft through JSON and masks secrets. Throws a `NonRetryableError` that says what is wrong. */
export function readDraft(call: string, draft: StateDraft, mask: Mask): Given<ParsedStateInput> {
  const text = textOf(call, draft, mask);
  return { value: check(call, stateInput, parseJson(text)), length: text.length };
}

export function readTransaction(
  call: string,
  input: { upserts?: StateDraft[]; deletes?: { id: string; ifMatch?: string }[] },
  mask: Mask,
): Given<ParsedStateTransaction> {
  const text = textOf(call, input, mask);
  return { value: check(call, stateBulkTransactionInput, parseJson(text)), length: text.length };
}

export function readListOptions(call: string, options: StateListOptions): StateListFilter {
  const { hasBlob, expires, includeValue, ...rest } = options;
  const flags = Object.entries({ hasBlob, expires, includeValue }).filter(([, flag]) => flag !== undefined);
  return check(call, stateListQuery, {
    ...rest,
    ...Object.fromEntries(flags.map(([name, flag]) => [name, String(flag)])),
  });
}

export function readUploadOptions(call: string, options: BlobUploadOptions, mask: Mask): ParsedBlobUploadOptions {
  return check(call, blobUploadOptions, parseJson(textOf(call, options, mask)));
}

export function readStoreName(call: string, name: string): string {
  return check(call, storeName, name);
}

export function readStateId(call: string, id: string): string {
  return check(call, stateId, id);
}

function textOf(call: string, value: unknown, mask: Mask): string {
  return maskJson(handlerJson(value, `${call}: what is given`), mask);
}

function check<Value>(call: string, schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    (issue) => `${issue.path.map((part) => `/${String(part)}`).join('') || 'it'}: ${issue.message}`,
  );
  throw new NonRetryableError(`${call}: ${problems.join('; ')}`);
}
