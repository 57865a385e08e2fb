import { createHash } from 'node:crypto';
import { type Database, inTransaction } from '#database';
import type { SentMap } from './read-source-maps.ts';

/**
 * Stores the source maps of a worker that starts, once for each content, and notes which failures of this worker they are
 * for: those from now on.
 */
export async function publishSourceMaps(database: Database, worker: string, maps: readonly SentMap[]): Promise<void> {
  const bundle = maps.length === 0 ? null : bundleOf(maps);
  await inTransaction(database, async (transaction) => {
    if (bundle !== null) {
      // What is touched here is not swept meanwhile.
      const known = await transaction<{ hash: string }[]>`
        update source_map set sent_on = now() where hash = any(${maps.map(({ hash }) => hash)}::text[]) returning hash`;
      const stored = new Set(known.map(({ hash }) => hash));
      for (const { hash, content } of maps) {
        if (stored.has(hash)) continue;
        stored.add(hash);
        await transaction`
          insert into source_map (hash, content) values (${hash}, ${content})
          on conflict (hash) do update set sent_on = now()`;
      }
      await transaction`
        insert into source_bundle (id) values (${bundle}) on conflict (id) do update set sent_on = now()`;
      await transaction`
        insert into source_bundle_file (bundle, path, hash)
        select ${bundle}, path, hash from unnest(${maps.map(({ path }) => path)}::text[],
          ${maps.map(({ hash }) => hash)}::text[]) as f (path, hash)
        on conflict do nothing`;
    }
    await transaction`
      insert into worker_bundle (worker, bundle) select ${worker}, ${bundle}::text
      where ${bundle}::text is distinct from (
        select bundle from worker_bundle where worker = ${worker} order by registered_on desc limit 1)
      on conflict (worker, registered_on) do update set bundle = excluded.bundle`;
  });
}

function bundleOf(maps: readonly SentMap[]): string {
  const hash = createHash('sha256');
  for (const { path, hash: content } of maps) hash.update(`${path}\0${content}\0`);
  return hash.digest('hex');
}
