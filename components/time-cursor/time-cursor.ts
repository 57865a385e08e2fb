/** A time that an operator points at, in milliseconds since the epoch. */
export type CursorTime = { at: number; by: 'pointer' | 'keyboard' };

/** The moment that all views of a run mark. It is kept outside of React: a move of the pointer renders no list. */
export type TimeCursor = {
  get: () => CursorTime | undefined;
  set: (time: CursorTime | undefined) => void;
  /** Calls back after each change. Returns the end of it. */
  subscribe: (onChange: () => void) => () => void;
};

/** Makes a cursor that points at nothing. */
export function createTimeCursor(): TimeCursor {
  let current: CursorTime | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (time) => {
      if (time?.at === current?.at && time?.by === current?.by) return;
      current = time;
      for (const listener of listeners) listener();
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
