import 'server-only';
import { type AuditRecord, limits, type Scope } from '#contract';
import { readPage } from '../list/page.ts';
import type { NameReader } from '../task/name-tasks.ts';

type Kind = NonNullable<AuditRecord['target']>['kind'];
type NamedThing = { id: string; name: string };
type Reading = { scope?: Scope; read: (reader: NameReader) => Parameters<typeof readPage<NamedThing>>[0] };

/** The lists with the names of what records refer to by an id, and the scope that reading each needs. */
const readings: Partial<Record<Kind, Reading>> = {
  operator: {
    scope: 'operators/manage',
    read: ({ client, signal }) => client.listOperatorsAsync({ abortSignal: signal }),
  },
  apiKey: {
    scope: 'operators/manage',
    read: ({ client, signal }) => client.listApiKeysAsync({ abortSignal: signal }),
  },
  alert: { scope: 'alerts/read', read: ({ client, signal }) => client.listAlertsAsync({ abortSignal: signal }) },
  view: { read: ({ client, signal }) => client.listViewsAsync({ abortSignal: signal }) },
};

/**
 * Adds to each record the name of the operator, API key, alert or view that was acted on, as it is called now. What the
 * reader may not read, or is deleted, has none.
 */
export async function nameTargets<Row extends AuditRecord>(
  reader: NameReader,
  rows: readonly Row[],
): Promise<(Row & { targetName?: string })[]> {
  const kinds = [...new Set(rows.flatMap(({ target }) => (target === undefined ? [] : [target.kind])))];
  const named = await Promise.all(kinds.map(async (kind) => [kind, await readNames(reader, readings[kind])] as const));
  const names = new Map(named);
  return rows.map((row) => {
    const targetName = row.target && names.get(row.target.kind)?.get(row.target.id);
    return targetName === undefined ? row : { ...row, targetName };
  });
}

/** Reads the first page of names by id. None is better than a failure. */
async function readNames(reader: NameReader, reading: Reading | undefined): Promise<ReadonlyMap<string, string>> {
  if (reading === undefined) return new Map();
  if (reading.scope !== undefined && !reader.scopes.includes(reading.scope)) return new Map();
  const page = await readPage(reading.read(reader), { maxPageSize: limits.pageSize }).catch(() => ({ value: [] }));
  return new Map(page.value.map(({ id, name }) => [id, name]));
}
