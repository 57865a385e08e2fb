import 'server-only';
import type { TaskClient } from '#client';
import type { ApiKey, Operator, OperatorSession, Passkey, Quota, Secret } from '#contract';
import { readPage } from '../list/page.ts';

/** What a page of settings lists; `hasMore` where a deployment has more of it than the page shows. */
export type SettingsList<Item> = { value: Item[]; hasMore: boolean };

const mostShown = 500;

export async function readOperators(client: TaskClient, abortSignal?: AbortSignal): Promise<SettingsList<Operator>> {
  return listed(await readPage(client.listOperatorsAsync({ abortSignal }), { maxPageSize: mostShown }));
}

export async function readApiKeys(client: TaskClient, abortSignal?: AbortSignal): Promise<SettingsList<ApiKey>> {
  return listed(await readPage(client.listApiKeysAsync({ abortSignal }), { maxPageSize: mostShown }));
}

export async function readSecrets(client: TaskClient, abortSignal?: AbortSignal): Promise<SettingsList<Secret>> {
  return listed(await readPage(client.listSecretsAsync({ abortSignal }), { maxPageSize: mostShown }));
}

export async function readQuotas(client: TaskClient, abortSignal?: AbortSignal): Promise<SettingsList<Quota>> {
  return listed(await readPage(client.listQuotasAsync({ abortSignal }), { maxPageSize: mostShown }));
}

export async function readPasskeys(client: TaskClient, abortSignal?: AbortSignal): Promise<SettingsList<Passkey>> {
  return listed(await readPage(client.listPasskeysAsync({ abortSignal }), { maxPageSize: mostShown }));
}

export async function readSessions(
  client: TaskClient,
  abortSignal?: AbortSignal,
): Promise<SettingsList<OperatorSession>> {
  const { value, hasMore } = listed(
    await readPage(client.listSessionsAsync({ abortSignal }), { maxPageSize: mostShown }),
  );
  return { value: value.toSorted((a, b) => b.lastUsedOn.localeCompare(a.lastUsedOn)), hasMore };
}

function listed<Item>({ value, continuationToken }: { value: Item[]; continuationToken?: string }) {
  return { value, hasMore: continuationToken !== undefined };
}
