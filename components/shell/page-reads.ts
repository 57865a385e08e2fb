import { useEffect } from 'react';
import { sharedValue, useSharedValue } from '@/components/ui/shared-value.ts';
import { watchScripts } from './watch-scripts.ts';

const reading = sharedValue(0);

/** For as long the page that is left stays while the next one is read, before a skeleton takes its place. */
const heldForInMs = 300;
let held: Promise<void> | undefined;
const stopWaiting = new Set<() => void>();

/** Counts a page that is read from the dashboard, until it and the scripts that it begins with have come, or it is shown. */
export async function countPageRead(read: Promise<Response>): Promise<Response> {
  if (reading.get() === 0) holdSkeleton();
  const endCount = count();
  const scripts = watchScripts();
  const end = () => {
    stopWaiting.delete(end);
    scripts.stop();
    endCount();
  };
  try {
    const response = await read;
    const waitForScripts = () => {
      stopWaiting.add(end);
      return scripts.loaded();
    };
    response.clone().arrayBuffer().then(waitForScripts).then(end, end);
    return response;
  } catch (error) {
    end();
    throw error;
  }
}

/** Ends the count of pages of which only scripts are missing. Called when another page is shown than before. */
export function endPageReads(): void {
  for (const end of [...stopWaiting]) end();
}

/** Counts, while `isLoading`, a part of the page that the operator opened and whose code is loaded. */
export function useCountedRead(isLoading: boolean): void {
  useEffect(() => (isLoading ? count() : undefined), [isLoading]);
}

/** Returns what ends the count, once. */
function count(): () => void {
  reading.set(reading.get() + 1);
  let isEnded = false;
  return () => {
    if (!isEnded) reading.set(reading.get() - 1);
    isEnded = true;
  };
}

function holdSkeleton(): void {
  const holding = new Promise<void>((resolve) => {
    setTimeout(() => {
      if (held === holding) held = undefined;
      resolve();
    }, heldForInMs);
  });
  held = holding;
}

/** What a skeleton waits for when a page was left just now, which stays meanwhile. What was read may have to load scripts. */
export const skeletonHeldBack = (): Promise<void> | undefined => held;

/** Whether a page, or a part of it that was opened, is read now. */
export function useIsReadingPage(): boolean {
  return useSharedValue(reading, 0) > 0;
}
