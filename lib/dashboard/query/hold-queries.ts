import { onlineManager } from '@tanstack/react-query';

/** Lets queries wait: each would be refused, as there is no session. Returns what lets them go on where they are needed. */
export function holdQueries(): () => void {
  onlineManager.setOnline(false);
  return () => onlineManager.setOnline(navigator.onLine);
}
