let isTravelling = false;
if (typeof window !== 'undefined')
  window.addEventListener('popstate', () => {
    isTravelling = true;
    setTimeout(() => {
      isTravelling = false;
    }, travelInMs);
  });

/** A page opens within this time after Back was pressed. */
const travelInMs = 3_000;

/** Whether Back or Forward opens the page that is drawn now. */
export function isGoingBack(): boolean {
  // A page that is in memory is drawn within the event, before the listener above has heard of it.
  return isTravelling || (typeof window !== 'undefined' && window.event?.type === 'popstate');
}
