import { isAbout, type LiveChange, mergeChanges } from './live-messages.ts';

/** A subscriber is called at once, then at most this often: many changes in a burst cost one read. */
const gatherInMs = 300;

/** Gathers changes for one subscriber. `hear` takes a change; `stop` ends it. */
export function gatherChanges(
  taskIds: () => readonly string[] | undefined,
  call: (change: LiveChange) => void,
): { hear: (change: LiveChange) => void; stop: () => void } {
  let gathered: LiveChange | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    if (gathered === undefined) return;
    const change = gathered;
    gathered = undefined;
    timer = setTimeout(flush, gatherInMs);
    call(change);
  };
  return {
    hear(change) {
      if (!isAbout(change, taskIds())) return;
      gathered = mergeChanges(gathered, change);
      if (timer === undefined) flush();
    },
    stop: () => clearTimeout(timer),
  };
}
