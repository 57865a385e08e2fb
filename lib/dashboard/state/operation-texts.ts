'use client';
import { parseJson, stringifyJson } from '#contract';
import type { BasketOperation } from '@/components/state/edit/basket.model.ts';
import { changeTexts } from '@/components/state/edit/entry-document.model.ts';
import { formOfSave } from '@/components/state/edit/entry-form.model.ts';
import type { EntryRow } from '@/components/state/entry.ts';
import { stateApi } from '@/components/state/state-path.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { readPolicy, readVersion } from './open-entry.ts';

type OperationTexts = { before: string; after: string; isBaseLost: boolean };

/** What an operation would change of the version that it is based on, as two texts to compare. */
export async function operationTexts(
  storeName: string,
  operation: BasketOperation,
  signal: AbortSignal,
): Promise<OperationTexts> {
  const { id, version } = operation;
  const policy = await readPolicy(storeName, signal);
  const base = version === undefined ? undefined : await readVersion({ storeName, id, version }, policy, signal);
  const isBaseLost = version !== undefined && base === undefined;
  if (operation.kind === 'delete') {
    return { before: base === undefined ? '' : stringifyJson(base.value, 2), after: '', isBaseLost };
  }
  if (base !== undefined) return { ...changeTexts(formOfSave(operation.save, base), base), isBaseLost };
  return { before: '', after: stringifyJson(parseJson(operation.save.value), 2), isBaseLost };
}

/** What a delete of an entry as it is now is based on; `undefined` where there is none. */
export async function readDeletable(
  storeName: string,
  id: string,
): Promise<{ ifMatch: string; version: number } | undefined> {
  const { value } = await fetchJson<{ value: EntryRow[] }>(stateApi('rows', { store: storeName, id }));
  const row = value[0];
  return row && { ifMatch: row.etag, version: row.version };
}
