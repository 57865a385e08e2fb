import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The key that global secrets are encrypted with. `id` tells keys apart without giving them away. */
export type SecretsKey = { id: string; bytes: Buffer };

const keyBytes = 32;

/** Reads a key from base64 text; `undefined` where the text is not 32 bytes of base64. */
export function parseSecretsKey(text: string): SecretsKey | undefined {
  const trimmed = text.trim();
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(trimmed)) return undefined;
  const bytes = Buffer.from(trimmed, 'base64');
  if (bytes.length !== keyBytes) return undefined;
  return { id: createHash('sha256').update('taskdeck key id').update(bytes).digest('hex').slice(0, 16), bytes };
}

/**
 * The key as text when one is configured (`TASKDECK_SECRETS_KEY`), else that of `<dataFolder>/keys/secrets.key`, which
 * is generated, readable by its owner only, when it is missing. Processes that start together end up with the same key.
 */
export async function loadSecretsKey(options: { key?: string | undefined; dataFolder: string }): Promise<SecretsKey> {
  if (options.key !== undefined) return keyFrom(options.key, 'TASKDECK_SECRETS_KEY');
  const path = join(options.dataFolder, 'keys', 'secrets.key');
  const stored = await readIfThere(path);
  if (stored !== undefined) return keyFrom(stored, path);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path); // fails where another process was first
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
  return keyFrom(await readFile(path, 'utf8'), path);
}

function keyFrom(text: string, source: string): SecretsKey {
  const key = parseSecretsKey(text);
  if (key === undefined) throw new Error(`${source} does not hold a key: 32 bytes in base64 are needed`);
  return key;
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
