import { stringifyJson } from '#contract';
import { downloadRoute } from '@/lib/dashboard/access/download-route.ts';
import { requiredParam, versionOf } from '@/lib/dashboard/state/entry-params.ts';

/** The raw JSON of an entry, or with `?version=` of one of its versions, whatever its size. */
export const GET = downloadRoute(async ({ client, searchParams, signal }) => {
  const storeName = requiredParam(searchParams, 'store');
  const id = requiredParam(searchParams, 'id');
  const state = client.getStateClient();
  const isVersion = searchParams.has('version');
  const { value, version } = isVersion
    ? await state.getStateVersionAsync(storeName, id, versionOf(searchParams), { abortSignal: signal })
    : await state.getStateAsync(storeName, id, { abortSignal: signal });
  return {
    fileName: `${storeName}-${id}-version-${version}.json`,
    mediaType: 'application/json',
    chunks: once(stringifyJson(value ?? null, 2)),
  };
});

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
