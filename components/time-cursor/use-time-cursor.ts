'use client';
import { createContext, useContext } from 'react';
import { useSharedValue } from '@/components/ui/shared-value.ts';
import { type CursorTime, createTimeCursor, type TimeCursor } from './time-cursor.ts';

/** The cursor of the views around; see `TimeCursorArea`. Lines of a log outside of a run have none to follow. */
export const TimeCursorContext = createContext<TimeCursor>(createTimeCursor());

/** The cursor itself, to set it. Its changes do not render the component. */
export function useTimeCursor(): TimeCursor {
  return useContext(TimeCursorContext);
}

/** The time that the cursor points at. Each change renders the component, so only small ones may use it. */
export function useCursorTime(): CursorTime | undefined {
  return useSharedValue(useTimeCursor(), undefined);
}
