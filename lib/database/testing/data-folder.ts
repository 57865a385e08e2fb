import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps the files of `/dev/shm` in memory. The databases of all tests take a tenth of these bytes at a time. */
const ofThisSystem = { folder: '/dev/shm', neededBytes: 4 * 2 ** 30 };

/**
 * Makes a temporary folder for the data of a PostgreSQL server, which every user can enter. The folder is in memory where
 * there is enough of it: a database is a thousand small files, which a disk takes long to copy and delete. Its name has
 * the process that made it, and what processes left there that are gone is deleted.
 */
export async function makeDataFolder(prefix: string, memory = ofThisSystem): Promise<string> {
  const hasRoom = (await freeBytes(memory.folder)) >= memory.neededBytes;
  if (hasRoom) await deleteLeftovers(memory.folder, prefix);
  const folder = await mkdtemp(join(hasRoom ? memory.folder : tmpdir(), `${prefix}${process.pid}-`));
  await chmod(folder, 0o755); // the system user postgres must pass through it
  return folder;
}

/** Containers often have a small folder in memory, or little memory for all their processes. */
async function freeBytes(folder: string): Promise<number> {
  const free = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return Math.min(free, process.availableMemory());
}

async function deleteLeftovers(folder: string, prefix: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, maker] = (name.startsWith(prefix) && /^(\d+)-/.exec(name.slice(prefix.length))) || [];
    if (maker !== undefined && !isAlive(Number(maker))) await rm(join(folder, name), { recursive: true, force: true });
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'; // another user's process is alive as well
  }
}
