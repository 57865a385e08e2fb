import { useSyncExternalStore } from 'react';

let reading = 0;
const watchers = new Set<() => void>();

function change(by: number): void {
  reading += by;
  for (const watcher of watchers) watcher();
}

/** Counts a page that is read from the dashboard, until all of it has come. */
export async function countPageRead(read: Promise<Response>): Promise<Response> {
  change(1);
  const end = () => change(-1);
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
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => reading > 0,
    () => false,
  );
}
