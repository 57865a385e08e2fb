import { type LiveChange, mergeChanges } from './live-messages.ts';

/** A page that can be hidden, such as the document of a tab. */
type Page = EventTarget & { readonly hidden: boolean };

/** Hands changes on while the page can be seen. What comes meanwhile is handed on as one change, once it is seen again. */
export function whileSeen(
  page: Page,
  hear: (change: LiveChange) => void,
): { hear: (change: LiveChange) => void; stop: () => void } {
  let held: LiveChange | undefined;
  const release = () => {
    if (page.hidden || held === undefined) return;
    const change = held;
    held = undefined;
    hear(change);
  };
  page.addEventListener('visibilitychange', release);
  return {
    hear(change) {
      held = mergeChanges(held, change);
      release();
    },
    stop: () => page.removeEventListener('visibilitychange', release),
  };
}
