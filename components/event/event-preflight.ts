/** A wait for an event, as far as raising one needs to know it. */
export type KnownWait = { taskId: string; runCount: number; sequence: number; eventName: string };

/** What raising an event of this name would do now. */
type EventPreflight = {
  /** Runs that it would wake: one for each task. */
  wakes: readonly KnownWait[];
  /** Names that are waited for or declared and differ only a little: most likely what was meant. */
  nearMisses: readonly string[];
  isDeclared: boolean;
};

/** Whether all waits are for events of one name: nobody has to choose. */
export function hasOneName(waits: readonly KnownWait[]): boolean {
  return new Set(waits.map(({ eventName }) => eventName)).size === 1;
}

/** Looks ahead. `waits` are those of the task the event goes to; `declared` the names that its type declares. */
export function preflightEvent(name: string, waits: readonly KnownWait[], declared: readonly string[]): EventPreflight {
  const wakes = waits.filter((wait) => wait.eventName === name);
  const candidates = [...new Set([...waits.map((wait) => wait.eventName), ...declared])];
  const isKnown = candidates.includes(name);
  return {
    wakes,
    nearMisses:
      wakes.length > 0 || name === ''
        ? []
        : candidates.filter(
            (other) =>
              other !== name && isNear(name, other) && (!isKnown || waits.some((wait) => wait.eventName === other)),
          ),
    isDeclared: declared.includes(name),
  };
}

/** Whether two names are easily mistaken: equal but for case and separators, or one or two letters apart. */
export function isNear(one: string, other: string): boolean {
  const [left, right] = [plain(one), plain(other)];
  if (left === right) return true;
  const allowed = Math.min(left.length, right.length) < 5 ? 1 : 2;
  return Math.abs(left.length - right.length) <= allowed && editDistance(left, right) <= allowed;
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[\s._:/-]+/g, '');

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 0; at < other.length; at++) {
      const swap = (row[at] ?? 0) + (letter === other[at] ? 0 : 1);
      next.push(Math.min(swap, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
