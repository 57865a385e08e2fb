/** Who asks for a change: what `createdBy`, `raisedBy`, `paused by` and `triggeredBy` say, e.g. an operator's e-mail. */
export type Actor = {
  name: string;
  /** Sees sensitive values, and so may change what is beside one that it keeps. `false` when left out. */
  readsSensitive?: boolean;
};

/** Makes a retried creation return its first answer: the caller's key, scoped to the caller, and a hash of the body. */
export type Idempotency = { identity: string; key: string; bodyHash: string };
