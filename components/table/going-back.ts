let travelledAt = Number.NEGATIVE_INFINITY;

/** What a reader does in this time after Back, the page that was left may still get. */
const heldInMs = 3_000;
/** A page that takes longer to come is opened anew. */
const travelInMs = 60_000;

const sinceTravel = () => performance.now() - travelledAt;

/** A reader who acts later than that has gone on, maybe by a link that leads to the same page. */
function goOn(): void {
  if (sinceTravel() > heldInMs) travelledAt = Number.NEGATIVE_INFINITY;
}

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    travelledAt = performance.now();
  });
  for (const kind of ['click', 'keydown']) window.addEventListener(kind, goOn, { capture: true });
}

/** Whether Back or Forward opens the page that is drawn now. */
export function isGoingBack(): boolean {
  // A page that is in memory is drawn within the event, before the listener above has heard of it.
  return sinceTravel() < travelInMs || (typeof window !== 'undefined' && window.event?.type === 'popstate');
}
