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
import type { StateDraft, StateListOptions } from '../definition/task-state.ts';
import { checkGiven } from '../run/check-given.ts';
import { handlerJson } from '../run/handler-json.ts';
import { maskJson } from '../run/mask-json.ts';
import type { Mask } from '../run/masking.ts';

/** A value and the length of its JSON text. */
export type Given<Value> = { value: Value; length: number };

/** Converts a handler's draft through JSON and masks secrets. Throws a `NonRetryableError` that says what is wrong. */
export function readDraft(call: string, draft: StateDraft, mask: Mask): Given<ParsedStateInput> {
  const text = textOf(call, draft, mask);
  return { value: checkGiven(call, stateInput, parseJson(text)), length: text.length };
}

export function readTransaction(
  call: string,
  input: { upserts?: StateDraft[]; deletes?: { id: string; ifMatch?: string }[] },
  mask: Mask,
): Given<ParsedStateTransaction> {
  const text = textOf(call, input, mask);
  return { value: checkGiven(call, stateBulkTransactionInput, parseJson(text)), length: text.length };
}

export function readListOptions(call: string, options: StateListOptions): StateListFilter {
  const { hasBlob, expires, includeValue, ...rest } = options;
  const flags = Object.entries({ hasBlob, expires, includeValue }).filter(([, flag]) => flag !== undefined);
  return checkGiven(call, stateListQuery, {
    ...rest,
    ...Object.fromEntries(flags.map(([name, flag]) => [name, String(flag)])),
  });
}

export function readUploadOptions(call: string, options: BlobUploadOptions, mask: Mask): ParsedBlobUploadOptions {
  return checkGiven(call, blobUploadOptions, parseJson(textOf(call, options, mask)));
}

export function readStoreName(call: string, name: string): string {
  return checkGiven(call, storeName, name);
}

export function readStateId(call: string, id: string): string {
  return checkGiven(call, stateId, id);
}

function textOf(call: string, value: unknown, mask: Mask): string {
  return maskJson(handlerJson(value, `${call}: what is given`), mask);
}
