import { expect, type Page } from '@playwright/test';

/** One move of the page that its operator did not cause: how much, when, and which elements. */
type Shift = { value: number; atMs: number; moved: string[] };

type LayoutShift = PerformanceEntry & {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

/** The most that a page may move by itself, in units of the browser's layout shift. */
const maximumShift = 0.02;

/** Notes each move of the pages that are opened from now on. The answer fails softly when the present one moved too much. */
export async function watchShifts(page: Page): Promise<(what: string) => Promise<void>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    const nameOf = (node: Node | null): string => {
      const element = node instanceof Element ? node : node?.parentElement;
      if (!element) return 'gone';
      const text = element.textContent.trim().slice(0, 40);
      return `<${element.tagName.toLowerCase()} class="${element.getAttribute('class')?.slice(0, 60) ?? ''}"> ${text}`;
    };
    /** The browser's own entry, which the types of TypeScript do not have. */
    const trustEntry = (entry: PerformanceEntry) => entry as LayoutShift;
    const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('hadRecentInput' in entry) || entry.hadRecentInput === true) continue;
        const { value, sources, startTime } = trustEntry(entry);
        const moved = sources.map(
          ({ node, previousRect, currentRect }) => `${nameOf(node)}: ${place(previousRect)} → ${place(currentRect)}`,
        );
        shifts.push({ value, atMs: Math.round(startTime), moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async (what) => {
    // the script above put them there, which the types of a window do not know
    const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    if (process.env.E2E_SHOW_SHIFTS !== undefined)
      console.log(`    ${total.toFixed(4)} ${what} ${JSON.stringify(shifts, null, 1)}`);
    expect.soft(total, `${what} moved by itself: ${JSON.stringify(shifts, null, 1)}`).toBeLessThanOrEqual(maximumShift);
  };
}
