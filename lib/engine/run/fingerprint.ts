import { createHash } from 'node:crypto';
import { messageShape, type TaskError } from '#contract';
import { isOwnModule, parseFrame } from './stack-frame.ts';

/** What the cause of a failure is told by. */
export type Failure = Omit<TaskError, 'fingerprint'> & { type: string };

/** Changes with the rules, so that groups of different rules never mix. */
const version = 2;
const maximumFrames = 5;
/** A code or HTTP status at the start of a message. */
const leadingCode = /^\[?(?:[A-Z]{1,8}[-_]?\d{1,6}|\d{3})\b/;

/**
 * Returns a text that is equal for failures of one cause: a hash of type, step, error name and code, and of the frames
 * in the stack that belong to the handler's code. A stack without such frames counts by its message's shape. Line
 * numbers do not count, so a fingerprint outlives most changes of the code.
 */
export function fingerprintOf({ type, step = '', name, code = '', message, stack }: Failure): string {
  const frames = framesOf(stack);
  const place = frames.length > 0 ? [leadingCode.exec(message)?.[0] ?? '', ...frames] : [messageShape(message)];
  return hashOf(type, step, name, code, ...place);
}

/** Returns the fingerprint of failures for which a task type gave the same text. */
export function givenFingerprint(type: string, text: string): string {
  return hashOf(type, 'given', text);
}

function hashOf(...parts: string[]): string {
  const hash = createHash('sha256').update(parts.join('\u0001')).digest('hex').slice(0, 16);
  return `${version}-${hash}`;
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
