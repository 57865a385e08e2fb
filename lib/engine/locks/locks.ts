/** A lock's name in a namespace: `''` is shared by all, any other is the identity that owns it. */
export type LockAddress = { namespace: string; name: string };

/** The holder or waiter of a lock: as shown to people, as known to the service, and for a run the step. */
export type LockHolder = {
  owner: string;
  identity: string;
  run?: { taskKey: number; runCount: number; sequence: number };
};
