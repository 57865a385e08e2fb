import type { Page, Route } from '@playwright/test';

/** The way of an upload's parts to the service, where a journey decides about each. */
export type UploadGate = {
  /** Lets this many parts through, then holds the next until told. */
  letThrough(parts: number): void;
  /** Cuts the connection under the part that is held, and under each that follows, until the gate is opened. */
  cut(): Promise<void>;
  /** Lets everything through, or this many parts and then holds the next. */
  open(parts?: number): Promise<void>;
};

/** Puts a gate before the parts of every upload of a page: a small file is one, together with the creation. */
export async function gateUploads(page: Page): Promise<UploadGate> {
  let left = Number.POSITIVE_INFINITY;
  let isCut = false;
  let held: Route[] = [];
  const pass = async (route: Route) => {
    if (isCut) return route.abort('connectionreset');
    if (left <= 0) return void held.push(route);
    left -= 1;
    return route.continue();
  };
  await page.route(/\/api\/uploads(\/|$)/, (route, request) =>
    request.headers()['content-type'] === 'application/offset+octet-stream' ? pass(route) : route.fallback(),
  );
  const release = async (how: (route: Route) => Promise<void>) => {
    const all = held;
    held = [];
    // a part that the page has taken back meanwhile is no longer there to be decided about
    await Promise.all(all.map((route) => how(route).catch(() => undefined)));
  };
  return {
    letThrough(parts) {
      left = parts;
    },
    async cut() {
      isCut = true;
      await release((route) => route.abort('connectionreset'));
    },
    async open(parts = Number.POSITIVE_INFINITY) {
      isCut = false;
      left = parts;
      await release((route) => route.continue());
    },
  };
}
