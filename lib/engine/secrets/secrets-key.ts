import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * The key of this installation, from which the key of each job is derived. `former` holds earlier keys, which decrypt
 * only. `id` identifies a key without revealing it.
 */
export type SecretsKey = { id: string; bytes: Buffer; former: readonly { id: string; bytes: Buffer }[] };

const keyBytes = 32;
const maximumKeys = 10;

/**
 * Reads keys from text: 32 bytes in base64 each, separated by commas or lines, the current one first. Returns `undefined`
 * for other text.
 */
export function parseSecretsKey(text: string): SecretsKey | undefined {
  const keys = text
    .trim()
    .split(/\s*[,\n]\s*/)
    .map(parseOne);
  const [current, ...former] = keys.filter((key) => key !== undefined);
  if (current === undefined || former.length !== keys.length - 1 || keys.length > maximumKeys) return undefined;
  return { ...current, former };
}

function parseOne(text: string): { id: string; bytes: Buffer } | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === keyBytes ? { id: keyId(bytes), bytes } : undefined;
}

/** Returns a short text that identifies a key without revealing it. */
export function keyId(bytes: Buffer): string {
  return createHash('sha256').update('taskdeck key id').update(bytes).digest('hex').slice(0, 16);
}

/** Returns the file of the keys of a data folder. */
export function secretsKeyFile(dataFolder: string): string {
  return join(dataFolder, 'keys', 'secrets.key');
}

/** Returns the text of a new random key. */
export function newSecretsKey(): string {
  return randomBytes(keyBytes).toString('base64');
}

/**
 * Loads the keys from the text of `TASKDECK_SECRETS_KEY`, or from `<dataFolder>/keys/secrets.key`. A missing file is
 * generated, readable by its owner only. Processes that start together get the same key.
 */
export async function loadSecretsKey(options: { key?: string | undefined; dataFolder: string }): Promise<SecretsKey> {
  if (options.key !== undefined) return keyFrom(options.key, 'TASKDECK_SECRETS_KEY');
  const path = secretsKeyFile(options.dataFolder);
  const stored = await readIfThere(path);
  if (stored !== undefined) return keyFrom(stored, path);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${newSecretsKey()}\n`, { mode: 0o600, flag: 'wx', flush: true });
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
