import { sharedValue, useSharedValue } from '@/components/ui/shared-value.ts';

const reading = sharedValue(0);

/** Counts a page that is read from the dashboard, until all of it has come. */
export async function countPageRead(read: Promise<Response>): Promise<Response> {
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

/** Whether a page is read now. */
export function useIsReadingPage(): boolean {
  return useSharedValue(reading, 0) > 0;
}
