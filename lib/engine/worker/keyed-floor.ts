import { crowdedFrom } from '../tasks/crowded-callers.ts';
import { PacedLook } from '../timers/paced-look.ts';
import { noneReturned } from './claim-segments.ts';

/** The last keys that no transaction can still commit: see `FloorKeeper`. */
export type SettledKeys = { fresh: number; returned: number };

/** A `ready_key` of each kind: of fresh, crowded and returned runs. They grow by themselves. */
type Bounds = SettledKeys & { crowded: number };

/**
 * Above which `ready_key` all live runs with a concurrency key are, but for older ones: the tasks of those that were queued
 * for their key, or held it, when the floor rose over them.
 */
export type KeyedFloor = Bounds & { queued: readonly number[]; held: readonly number[] };

/** What a worker knows of the runs with concurrency keys between two admissions. */
export type KeyPlace = {
  /** After which key the next round begins. Keys that are held must not keep a worker from those that follow them. */
  after: string;
  floor: KeyedFloor;
  /** A look from the beginning finds what was committed below the floor. */
  readonly deepLook: PacedLook;
  /** The number of live runs up to which all of them are read at once. With more, admissions go round the keys. */
  readonly mostAtOnce: number;
  /** Until when there are too many to read at once. */
  roundUntil: number;
};

/** Of so many older runs the tasks are kept: the floor does not rise over more. */
const mostOlder = 1_000;
const shortestBetweenDeepLooksInMs = 30_000;
/** Deep looks take at most one part in so many of the time. */
const deepLookShare = 20;

export const lowestFloor: KeyedFloor = {
  fresh: 0,
  crowded: crowdedFrom,
  returned: noneReturned,
  queued: [],
  held: [],
};

export function newKeyPlace(mostAtOnce = 2_000): KeyPlace {
  const deepLook = new PacedLook(shortestBetweenDeepLooksInMs, deepLookShare);
  return { after: '', floor: lowestFloor, deepLook, mostAtOnce, roundUntil: Number.NEGATIVE_INFINITY };
}

/** Where a floor may rise to. */
export function risen({ fresh, crowded, returned }: KeyedFloor, settled: SettledKeys | undefined): Bounds {
  if (settled === undefined) return { fresh, crowded, returned };
  return {
    fresh: Math.max(fresh, settled.fresh),
    crowded: Math.max(crowded, settled.fresh + crowdedFrom),
    returned: Math.max(returned, settled.returned),
  };
}

/** Sets the floor of a place, unless too many runs are older. */
export function setFloor(place: KeyPlace, floor: KeyedFloor): void {
  if (floor.queued.length + floor.held.length <= mostOlder) place.floor = floor;
}
