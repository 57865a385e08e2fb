/** A lock's name in a namespace: `''` is everybody's, any other the identity whose own it is. */
export type LockAddress = { namespace: string; name: string };

/** Who holds or wants a lock: as people know it, as the service does, and for a run's step where. */
export type LockHolder = {
  owner: string;
  identity: string;
  run?: { taskKey: number; runCount: number; sequence: number };
};
