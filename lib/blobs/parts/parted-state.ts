import { BytesLostError } from '../blob-store.ts';

/** The progress of an upload in parts. */
export type PartedState = {
  /** The service's identifier of the parts. Empty before the first part. */
  parts: string;
  /** The size of every part. */
  partBytes: number;
  /** The service's tag of each part, in order. */
  tags: string[];
  /** The number of bytes after the last part. They are in an object named by the upload's length. */
  tail: number;
  /** The length that the previous tail had. That tail is removed after this state has been saved. */
  stale?: number;
};

export const lengthOfState = ({ tags, partBytes, tail }: PartedState): number => tags.length * partBytes + tail;

export const stringifyState = (state: PartedState): string => JSON.stringify(state);

/** Parses a state. Throws `TypeError` for a text that no store of this project wrote. */
export function parseState(text: string): PartedState {
  const given: unknown = JSON.parse(text);
  if (!isState(given))
    throw new TypeError('not the state of an upload in parts: was it begun in another kind of store?');
  return given;
}

function isState(given: unknown): given is PartedState {
  return typeof given === 'object' && given !== null && 'parts' in given && 'tags' in given && 'tail' in given;
}

/** The error that says which bytes of an upload are still there. */
export const bytesLost = (left: PartedState, options?: { cause: unknown }) =>
  new BytesLostError(stringifyState(left), lengthOfState(left), options);
