import 'server-only';
import { type DehydratedState, dehydrate } from '@tanstack/react-query';
import { makeQueryClient } from '../query/query-client.ts';
import type { SettingsList } from './read-access.ts';

/** Reads what a page of settings lists, for the first render. */
export async function prefetchSettings<Item>(
  name: string,
  read: () => Promise<SettingsList<Item>>,
): Promise<DehydratedState> {
  const queries = makeQueryClient();
  await queries.prefetchQuery({ queryKey: ['settings', name], queryFn: read });
  return dehydrate(queries);
}
