import { isJsonObject, type JsonObject, type JsonValue, LosslessNumber } from '#contract';

/** What one of three copies holds at a place; `undefined`: nothing is there. */
export type Copy = JsonValue | undefined;

/** Whose value stands where both changed the same place. */
export type Choice = 'base' | 'theirs' | 'mine';

/** What is chosen for conflicts: for single places, and for all others. It holds for every later merge of an edit. */
export type Choices = { places: ReadonlyMap<string, Choice>; rest?: Choice | undefined };

/** Nothing is chosen. */
export const noChoices: Choices = { places: new Map() };

/** The choice for a place, if there is one. */
export function choiceAt({ places, rest }: Choices, pointer: string): Choice | undefined {
  return places.get(pointer) ?? rest;
}

/** A place that both changed, differently, as a JSON Pointer (RFC 6901). */
export type Conflict = { pointer: string; base: Copy; theirs: Copy; mine: Copy };

export type Merge = {
  /** Everything that merges by itself and what was chosen; where nothing is chosen yet, theirs. */
  merged: Copy;
  conflicts: Conflict[];
  /** Places that only they changed. */
  theirs: string[];
  /** Places that only I changed. */
  mine: string[];
};

/**
 * Merges two changes of one JSON value. Objects are merged by member, arrays of one length by place; what only one side
 * changed is taken from it. Objects keep the order of the side that changed it. No number is rounded.
 */
export function mergeJson(base: Copy, theirs: Copy, mine: Copy, choices: Choices = noChoices): Merge {
  const found: Omit<Merge, 'merged'> = { conflicts: [], theirs: [], mine: [] };

  const merge = (base: Copy, theirs: Copy, mine: Copy, pointer: string): Copy => {
    if (isSame(theirs, mine)) return theirs;
    if (isSame(base, theirs)) {
      found.mine.push(pointer);
      return mine;
    }
    if (isSame(base, mine)) {
      found.theirs.push(pointer);
      return theirs;
    }
    if (isJsonObject(base) && isJsonObject(theirs) && isJsonObject(mine)) return members(base, theirs, mine, pointer);
    if (Array.isArray(base) && Array.isArray(theirs) && Array.isArray(mine)) {
      if (base.length === theirs.length && base.length === mine.length) {
        return base.map((item, index) => merge(item, theirs[index], mine[index], `${pointer}/${index}`) ?? null);
      }
    }
    found.conflicts.push({ pointer, base, theirs, mine });
    const choice = choiceAt(choices, pointer) ?? 'theirs';
    return { base, theirs, mine }[choice];
  };

  const members = (base: JsonObject, theirs: JsonObject, mine: JsonObject, pointer: string): JsonObject =>
    Object.fromEntries(
      mergedOrder(Object.keys(base), Object.keys(theirs), Object.keys(mine)).flatMap((name) => {
        const value = merge(member(base, name), member(theirs, name), member(mine, name), pointerTo(pointer, name));
        return value === undefined ? [] : [[name, value]];
      }),
    );

  return { merged: merge(base, theirs, mine, ''), ...found };
}

/** The conflicts of a merge that nothing is chosen for. */
export function openConflicts({ conflicts }: Pick<Merge, 'conflicts'>, choices: Choices): Conflict[] {
  return conflicts.filter(({ pointer }) => choiceAt(choices, pointer) === undefined);
}

/** Whether two values are the same JSON text, digits and order of members included. */
export function isSame(left: Copy, right: Copy): boolean {
  if (typeof left === 'number' || typeof right === 'number') return Object.is(left, right);
  if (left === right) return true;
  if (left instanceof LosslessNumber || right instanceof LosslessNumber) {
    return left instanceof LosslessNumber && right instanceof LosslessNumber && left.toString() === right.toString();
  }
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) && left.length === right.length && left.every((item, index) => isSame(item, right[index]))
    );
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const names = Object.keys(left);
  const others = Object.keys(right);
  return (
    names.length === others.length &&
    names.every((name, index) => name === others[index] && isSame(member(left, name), member(right, name)))
  );
}

/** The JSON Pointer of a member of the value at another. */
export function pointerTo(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** All names, in the order of the side that moved them (theirs where both did), the other's new ones behind what they follow there. */
function mergedOrder(base: readonly string[], theirs: readonly string[], mine: readonly string[]): string[] {
  const [leading, following] = keepsOrderOf(base, theirs) ? [mine, theirs] : [theirs, mine];
  const ordered = [...leading];
  const placed = new Set(leading);
  let previous: string | undefined;
  for (const name of following) {
    if (!placed.has(name)) {
      ordered.splice(previous === undefined ? 0 : ordered.indexOf(previous) + 1, 0, name);
      placed.add(name);
    }
    previous = name;
  }
  return ordered;
}

function keepsOrderOf(base: readonly string[], changed: readonly string[]): boolean {
  const present = new Set(changed);
  const known = new Set(base);
  const left = base.filter((name) => present.has(name));
  return changed.filter((name) => known.has(name)).every((name, index) => name === left[index]);
}

function member(object: JsonObject, name: string): Copy {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
