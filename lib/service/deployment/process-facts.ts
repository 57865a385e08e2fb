import { statfs } from 'node:fs/promises';
import { z } from 'zod';
import type { BlobConfig } from '#blobs';
import { parseDatabaseUrl } from '#database';
import { isCommonPassword } from '../access/password-policy.ts';
import type { ServiceConfig } from '../config.ts';

/** What a service process knows of its own machine and settings. Other versions may write other facts. */
export const processFacts = z.object({
  disks: z.array(z.object({ folder: z.string(), freeBytes: z.number(), totalBytes: z.number() })).catch([]),
  /** The peer that last sent `X-Forwarded-For` without being a trusted proxy. */
  forwardedBy: z.string().optional().catch(undefined),
  /** Why the replica that is named does not answer. */
  replicaProblem: z.string().optional().catch(undefined),
  /** It listens for other machines, and is not known to be behind TLS. */
  isOpenWithoutTls: z.boolean().catch(false),
  hasWeakDatabasePassword: z.boolean().catch(false),
  /** Days that it keeps ended tasks, versions and audit records, as text. */
  retention: z.string().catch(''),
});

export type ProcessFacts = z.output<typeof processFacts>;

/** Returns what the settings and the machine of this process tell. */
export async function readProcessFacts(
  config: ServiceConfig,
  { forwardedBy, replicaProblem }: Pick<ProcessFacts, 'forwardedBy' | 'replicaProblem'>,
): Promise<ProcessFacts> {
  return {
    disks: await readDisks(foldersOf(config)),
    ...(forwardedBy !== undefined && { forwardedBy }),
    ...(replicaProblem !== undefined && { replicaProblem }),
    isOpenWithoutTls: !isLoopback(config.host) && config.publicUrl?.startsWith('https:') !== true,
    hasWeakDatabasePassword: isWeakDatabasePassword(config.databaseUrl),
    retention: retentionText(config),
  };
}

/** Whether the password of a database's URL is its user's name or a common one. */
export function isWeakDatabasePassword(databaseUrl: string): boolean {
  const { username = '', password = '' } = parseDatabaseUrl(databaseUrl)?.first ?? {};
  if (password === '') return false; // another way to sign in
  const text = decodeURIComponent(password).toLowerCase();
  return text === decodeURIComponent(username).toLowerCase() || isCommonPassword(text);
}

function retentionText({ retentionInDays, stateRetentionInDays, auditRetentionInDays }: ServiceConfig): string {
  return [retentionInDays, stateRetentionInDays, auditRetentionInDays].map((days) => days ?? 'forever').join(', ');
}

function foldersOf({ dataFolder, blobs }: { dataFolder: string; blobs: BlobConfig }): string[] {
  return blobs.store === 'file' ? [dataFolder, blobs.folder] : [dataFolder];
}

/** The disks of these folders, each once. A folder that does not exist yet has none. */
async function readDisks(folders: readonly string[]): Promise<ProcessFacts['disks']> {
  const disks: ProcessFacts['disks'] = [];
  for (const folder of folders) {
    const disk = await statfs(folder).catch(() => undefined);
    if (disk === undefined) continue;
    const totalBytes = disk.blocks * disk.bsize;
    if (disks.some((known) => known.totalBytes === totalBytes)) continue;
    disks.push({ folder, freeBytes: disk.bavail * disk.bsize, totalBytes });
  }
  return disks;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
