'use client';
import type { JsonValue } from '#contract';
import { JsonView } from '@/components/json/json-view.tsx';
import type { EntryView } from '@/components/state/entry.ts';
import { stateApi } from '@/components/state/state-path.ts';
import { fetchJson } from '../../query/fetch-json.ts';

/** An entry's value; a large one is read when it is asked for, and the raw one can always be downloaded. */
export function EntryValue({ entry }: { entry: EntryView }) {
  const address = stateApi('value', { store: entry.storeName, id: entry.id });
  return (
    <JsonView
      key={entry.etag}
      label={`Value of ${entry.id}`}
      shown={entry.shown}
      load={() => fetchJson<JsonValue>(address)}
      downloadHref={address}
      maxHeight="none"
    />
  );
}
