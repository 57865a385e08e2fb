import type { Browser, CDPSession } from 'playwright';
import type { PageToOpen, RunningDashboard } from './dashboard.ts';

/** What one cold visit of a page cost: kilobytes over the wire, requests, and milliseconds since the navigation began. */
export type Visit = {
  scriptKb: number;
  totalKb: number;
  requests: number;
  /** Until the content was drawn. */
  shownInMs: number;
  /** Until the content was drawn and the page answered at once: no long task began for half a second. */
  usableInMs: number;
  /** The parts of long tasks beyond 50 ms, added up, until nothing happened for a second. */
  blockedInMs: number;
};

type LongTask = { startTime: number; duration: number };
type Observed = { shown: number | undefined; longTasks: LongTask[] };

/** A visit is given up after this time. What was not there by then took infinitely long. */
export const longestLoadMs = 60_000;
export const viewport = { width: 1440, height: 900 };
const quietMs = 1_000;
const calmMs = 500;

/** Opens a page in a new browser context, with nothing cached, on a processor that is `slowdown` times slower. */
export async function visit(
  browser: Browser,
  { storageState }: Pick<RunningDashboard, 'storageState'>,
  page: PageToOpen,
  slowdown: number,
): Promise<Visit> {
  const context = await browser.newContext({
    viewport,
    ...(storageState && { storageState }),
  });
  try {
    const tab = await context.newPage();
    await tab.addInitScript(observe, page);
    const cdp = await context.newCDPSession(tab);
    const traffic = await countTraffic(cdp);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await tab.goto(page.url, { waitUntil: 'commit' });
    const read = () => tab.evaluate(() => Reflect.get(window, 'observedLoad') as Observed);
    const end = Date.now() + longestLoadMs;
    let observed = await read();
    for (let quietSince = Date.now(); Date.now() - quietSince < quietMs || observed.shown === undefined; ) {
      if (Date.now() > end)
        throw new Error(`${page.url}: "${page.text}" was not there after ${longestLoadMs / 1000} s`);
      await tab.waitForTimeout(100);
      const before = observed.longTasks.length;
      observed = await read();
      if (traffic.isMoving() || observed.longTasks.length > before) quietSince = Date.now();
    }
    const { shown = Number.POSITIVE_INFINITY, longTasks } = observed;
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    return {
      scriptKb: traffic.scriptBytes() / 1000,
      totalKb: traffic.bytes() / 1000,
      requests: traffic.requests(),
      shownInMs: shown,
      usableInMs: usableAt(shown, longTasks),
      blockedInMs: sum(longTasks.map(({ duration }) => duration - 50)),
    };
  } finally {
    await context.close();
  }
}

/** The first moment from which on no long task began for a while. */
function usableAt(shown: number, longTasks: readonly LongTask[]): number {
  let at = shown;
  for (const { startTime, duration } of longTasks) {
    if (startTime > at + calmMs) break;
    at = Math.max(at, startTime + duration);
  }
  return at;
}

/** Runs in the page: notes when the content is there, and every long task. */
function observe({ selector, text }: { selector: string; text: string }): void {
  const observed: Observed = { shown: undefined, longTasks: [] };
  Reflect.set(window, 'observedLoad', observed);
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) observed.longTasks.push({ startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    const found = [...document.querySelectorAll(selector)].find(
      (element) => element.textContent?.includes(text) && element.getBoundingClientRect().height > 0,
    );
    if (found === undefined) requestAnimationFrame(look);
    else requestAnimationFrame(() => Object.assign(observed, { shown: performance.now() }));
  };
  requestAnimationFrame(look);
}

async function countTraffic(cdp: CDPSession) {
  const started = new Set<string>();
  const under = new Set<string>();
  const scripts = new Set<string>();
  let scriptBytes = 0;
  let bytes = 0;
  let hasMoved = false;
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('data:') || request.url.startsWith('blob:')) return;
    started.add(requestId);
    under.add(requestId);
    hasMoved = true;
  });
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.add(requestId);
    // a stream stays open as long as the page does
    if (type === 'EventSource' || response.mimeType === 'text/event-stream') under.delete(requestId);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!started.has(requestId)) return;
    under.delete(requestId);
    bytes += encodedDataLength;
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
    hasMoved = true;
  });
  cdp.on('Network.loadingFailed', ({ requestId }) => under.delete(requestId));
  await cdp.send('Network.enable');
  return {
    scriptBytes: () => scriptBytes,
    bytes: () => bytes,
    requests: () => started.size,
    /** Whether a request is under way or was since the last call. */
    isMoving() {
      const isMoving = hasMoved || under.size > 0;
      hasMoved = false;
      return isMoving;
    },
  };
}
