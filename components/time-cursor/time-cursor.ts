import { type SharedValue, sharedValue } from '@/components/ui/shared-value.ts';

/** A time that an operator points at, in milliseconds since the epoch. */
export type CursorTime = { at: number; by: 'pointer' | 'keyboard' };

/** The moment that all views of a run mark. It is kept outside of React: a move of the pointer renders no list. */
export type TimeCursor = SharedValue<CursorTime | undefined>;

/** Makes a cursor that points at nothing. */
export function createTimeCursor(): TimeCursor {
  const cursor = sharedValue<CursorTime | undefined>(undefined);
  return {
    ...cursor,
    set(time) {
      const current = cursor.get();
      if (time?.at !== current?.at || time?.by !== current?.by) cursor.set(time);
    },
  };
}
