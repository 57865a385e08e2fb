/** How far an upload in parts is. */
export type PartedState = {
  /** What names its parts at the service; empty before the first. */
  parts: string;
  /** Of every part. */
  partBytes: number;
  /** What the service said of each part, in order. */
  tags: string[];
  /** Bytes after the last part, in an object named by the upload's length. */
  tail: number;
  /** The length that the tail before had: it is removed once this state has been kept. */
  stale?: number;
};

export const lengthOfState = ({ tags, partBytes, tail }: PartedState): number => tags.length * partBytes + tail;

export const stringifyState = (state: PartedState): string => JSON.stringify(state);

/** Reads a state back; throws `TypeError` for what none of the stores here wrote. */
export function parseState(text: string): PartedState {
  const given: unknown = JSON.parse(text);
  if (!isState(given))
    throw new TypeError('not the state of an upload in parts: was it begun in another kind of store?');
  return given;
}

function isState(given: unknown): given is PartedState {
  return typeof given === 'object' && given !== null && 'parts' in given && 'tags' in given && 'tail' in given;
}
