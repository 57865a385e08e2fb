import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Cluster } from './cluster.ts';

/** Fills the disk of the databases. Returns what frees it again. */
export async function fillDisk(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'ballast');
  const file = await open(path, 'w');
  const block = Buffer.alloc(2 ** 20);
  try {
    for (;;) await file.write(block);
  } catch {
    await file.close(); // nothing more fits
  }
  return () => rm(path);
}

/** Opens as many connections to the primary as it accepts, and goes on trying. Returns what closes them. */
export function holdConnections({ loadHost, databaseUrl }: Cluster): () => void {
  const program = fileURLToPath(new URL('./hold-connections.ts', import.meta.url));
  const child = loadHost.spawn(process.execPath, [program, databaseUrl], { stdio: 'inherit' });
  return () => child.kill('SIGKILL');
}
