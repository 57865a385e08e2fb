import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { messageShape, stepShape, type TaskError } from '#contract';
import type { Database } from '#database';
import { isOwnModule, parseFrame } from './stack-frame.ts';

/** What the cause of a failure is told by. */
export type Failure = Omit<TaskError, 'fingerprint'> & { type: string };

/** What fingerprints are made with, so that nobody can compute one of a guess. */
export type FingerprintKey = KeyObject;

/** Changes with the rules, so that groups of different rules never mix. */
const version = 4;
/** What a fingerprint began with before there was a key. The migration made new ones of those, and so does this. */
const unkeyedVersion = 2;
const maximumFrames = 5;
/** A code or HTTP status at the start of a message. */
const leadingCode = /^\[?(?:[A-Z]{1,8}[-_]?\d{1,6}|\d{3})\b/;

/** Reads the key of this database. */
export async function readFingerprintKey(database: Database): Promise<FingerprintKey> {
  const [row] = await database<{ key: Buffer }[]>`select key from fingerprint_key`;
  if (row === undefined) throw new Error('the database has no key of fingerprints');
  return fingerprintKeyOf(row.key);
}

/** Prepares the bytes of a key. */
export function fingerprintKeyOf(bytes: Buffer): FingerprintKey {
  return createSecretKey(bytes);
}

/**
 * Returns a text that is equal for failures of one cause: a hash of type, the step's shape, error name and code, and of
 * the frames in the stack that belong to the handler's code. A stack without such frames counts by its message's shape.
 * Line numbers do not count, so a fingerprint outlives most changes of the code.
 */
export function fingerprintOf(
  key: FingerprintKey,
  { type, step = '', name, code = '', message, stack }: Failure,
): string {
  const frames = framesOf(stack);
  const place = frames.length > 0 ? [leadingCode.exec(message)?.[0] ?? '', ...frames] : [messageShape(message)];
  return keyed(key, type, stepShape(step), name, code, ...place);
}

/** Returns the fingerprint of failures for which a task type gave the same text. */
export function givenFingerprint(key: FingerprintKey, type: string, text: string): string {
  return keyed(key, type, 'given', text);
}

function keyed(key: FingerprintKey, ...parts: string[]): string {
  const hash = createHash('sha256').update(parts.join('\u0001')).digest('hex').slice(0, 16);
  const signed = createHmac('sha256', key).update(`${unkeyedVersion}-${hash}`).digest('hex').slice(0, 16);
  return `${version}-${signed}`;
}

/** The frames of the handler's own code, from the throwing one, as function and module. */
function framesOf(stack = ''): string[] {
  const frames = stack.split('\n').flatMap((line) => {
    const frame = parseFrame(line);
    if (frame === undefined || !isOwnModule(frame.path)) return [];
    return [`${frame.called.replace(/^(?:new |Object\.|Module\.)/, '')} ${moduleOf(frame.path)}`];
  });
  return frames.filter((current, index) => current !== frames[index - 1]).slice(0, maximumFrames);
}

/** A module by its folder and name: the folder above them differs between deployments. */
function moduleOf(path: string): string {
  const parts = path.replace(/[?#].*$/, '').split(/[\\/]/);
  return parts
    .slice(-2)
    .join('/')
    .replace(/\.\w+$/, '');
}
