import { sharedValue, useSharedValue } from '@/components/ui/shared-value.ts';

const reading = sharedValue(0);

/** For as long the page that is left stays while the next one is read, before a skeleton takes its place. */
const heldForInMs = 300;
let held: Promise<void> | undefined;

/** Counts a page that is read from the dashboard, until all of it has come. */
export async function countPageRead(read: Promise<Response>): Promise<Response> {
  if (reading.get() === 0) holdSkeleton();
  reading.set(reading.get() + 1);
  const end = () => reading.set(reading.get() - 1);
  try {
    const response = await read;
    response.clone().arrayBuffer().then(end, end);
    return response;
  } catch (error) {
    end();
    throw error;
  }
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

/** Whether a page is read now. */
export function useIsReadingPage(): boolean {
  return useSharedValue(reading, 0) > 0;
}
