/** How bytes are taken from a caller. */
export type Transfer = {
  /** Aborts when the caller has left or may no longer send. */
  signal?: AbortSignal | undefined;
  /** Performs what waits for bytes or for the blob store, with no use of the database to speak of. Default: at once. */
  waiting?: Waiting | undefined;
};

export type Waiting = <Result>(work: () => Promise<Result>) => Promise<Result>;

export const atOnce: Waiting = (work) => work();
