import { crowdedFrom } from '../tasks/crowded-callers.ts';

/**
 * Up to which `ready_key` no run of a kind and priority is ready. The keys of runs that came back to the queue are below
 * zero, those of fresh runs above it, and those of crowded runs above `crowdedFrom`.
 */
export type Floor = { priority: number; fresh: number; crowded: number; returned: number };

/** One kind of work: a type on a queue. */
export type ClaimKind = {
  queue: string;
  type: string;
  timeoutInMs: number | null;
  /**
   * Where the last claim ended, until the next full look. Runs before it are taken, or came later.
   */
  position: Floor | undefined;
  /** The priorities in use, from high to low. */
  floors: Floor[];
  /** Only runs with a lower priority. For claims without a position. */
  below?: number | undefined;
};

/** Ready runs of one kind: of one priority from a floor on, or all of the priorities between two. */
export type Segment = { kind: ClaimKind; floor: Floor | null; above: number; below: number };

/** Below every key of a run that came back. */
export const noneReturned = Number.MIN_SAFE_INTEGER;
/** Below every priority. */
const lowest = -32_769;
/** Above every priority. */
export const top = 32_768;
/** Of so many priorities floors are kept. Runs of others are found all the same, past all that were taken before. */
const mostFloors = 16;

export function newFloor(priority: number): Floor {
  return { priority, fresh: 0, crowded: crowdedFrom, returned: noneReturned };
}

export function newKind(queue: string, type: string, timeoutInMs: number | null): ClaimKind {
  return { queue, type, timeoutInMs, position: undefined, floors: [newFloor(0)] };
}

/** What a claim reads. Without a position it is everything but what floors say is not ready. */
export function segmentsOf(kinds: readonly ClaimKind[]): Segment[] {
  return kinds.flatMap((kind) => {
    const { position } = kind;
    if (position !== undefined) return [{ kind, floor: position, above: lowest, below: top }];
    const segments: Segment[] = [];
    let below = kind.below ?? top;
    for (const floor of kind.floors) {
      if (floor.priority >= below) continue;
      if (floor.priority + 1 < below) segments.push({ kind, floor: null, above: floor.priority, below });
      segments.push({ kind, floor, above: lowest, below: top });
      below = floor.priority;
    }
    if (lowest + 1 < below) segments.push({ kind, floor: null, above: lowest, below });
    return segments;
  });
}

/** A run that was claimed, as far as its place in the order matters. */
type Claimed = { queue: string; type: string; priority: number; ready_key: number };

/** Moves each kind's position behind these claims: to the lowest priority among them, and the last runs of it. */
export function advancePositions(kinds: readonly ClaimKind[], claims: readonly Claimed[]): void {
  for (const kind of kinds)
    for (const { queue, type, priority, ready_key } of claims) {
      if (kind.queue !== queue || kind.type !== type) continue;
      if (kind.position === undefined || priority < kind.position.priority)
        kind.position = { ...newFloor(priority), ...kind.floors.find((floor) => floor.priority === priority) };
      const { position } = kind;
      if (priority !== position.priority) continue;
      if (ready_key > crowdedFrom) position.crowded = Math.max(position.crowded, ready_key);
      else if (ready_key > 0) position.fresh = Math.max(position.fresh, ready_key);
      else position.returned = Math.max(position.returned, ready_key);
    }
}

/** Adds a floor for each priority that a claim had first. */
export function notePriorities(kinds: readonly ClaimKind[], claims: readonly Claimed[]): void {
  for (const kind of kinds)
    for (const { queue, type, priority } of claims) {
      if (kind.queue !== queue || kind.type !== type || kind.floors.length >= mostFloors) continue;
      if (kind.floors.some((floor) => floor.priority === priority)) continue;
      kind.floors.push(newFloor(priority));
      kind.floors.sort((a, b) => b.priority - a.priority);
    }
}
