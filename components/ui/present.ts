/** The header in which the dashboard's server says the time at which it answers, in milliseconds since 1970. */
export const presentHeader = 'taskdeck-present';

/** When a request was sent and its answer heard, by the clock of this computer, and the server's time in between. */
type Answered = { sentAt: number; heardAt: number; serverTime: number };

/** How much later the server's clock may be than that of this computer, as all that was heard allows. Exact on the server. */
let least = 0;
let most = 0;
let isTold = false;

/**
 * Notes what time it is for the server. Each answer narrows down how far its clock is from this one (Cristian's
 * algorithm); one that contradicts those before, as when a clock was set, replaces them.
 */
export function hearPresent({ sentAt, heardAt, serverTime }: Answered): void {
  const heard = { least: serverTime - heardAt, most: serverTime - sentAt };
  if (Number.isNaN(heard.least) || heard.least > heard.most) return;
  const contradicts = heard.least > most || heard.most < least;
  [least, most] =
    !isTold || contradicts ? [heard.least, heard.most] : [Math.max(least, heard.least), Math.min(most, heard.most)];
  isTold = true;
}

/**
 * The present in milliseconds since 1970, by the clock of the server, from which all times on the pages are: that of an
 * operator's computer may be wrong by hours. A clock that agrees with the server's as far as can be told is left as it is.
 */
export function presentTime(): number {
  return serverTimeOf(Date.now());
}

/** What the server's clock says when that of this computer says `browserTime`. */
export function serverTimeOf(browserTime: number): number {
  const agrees = least <= 0 && most >= 0;
  return agrees ? browserTime : browserTime + Math.round((least + most) / 2);
}

/** Notes the time at which the server rendered this document, which was between its request and its first byte. */
export function hearDocument(renderedOn: number): void {
  const [navigation] = performance.getEntriesByType('navigation');
  if (!(navigation instanceof PerformanceNavigationTiming) || navigation.responseStart === 0) return;
  const begunOn = Date.now() - performance.now();
  const { requestStart, responseStart } = navigation;
  hearPresent({ sentAt: begunOn + requestStart, heardAt: begunOn + responseStart, serverTime: renderedOn });
}
