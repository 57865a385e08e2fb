import type { StatusTone } from '../task/status.ts';

/** Colours of the dot by tone. An icon of a tab knows no variables of the page, and stands on light and dark. */
const dot: Readonly<Record<StatusTone, string>> = {
  positive: '#22a06b',
  danger: '#e5484d',
  caution: '#f5a524',
  active: '#3b82f6',
  waiting: '#a855f7',
  idle: '#9ca3af',
};

/** The tab's icon with a dot that tells a status, as a `data:` address of an SVG. */
export function tabIcon(tone: StatusTone): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="20" height="20" rx="5" fill="#4f46e5"/><path d="M4.5 6h6M4.5 10h11M4.5 14h4" stroke="#fff" stroke-width="2" stroke-linecap="round" fill="none"/><circle cx="14.5" cy="14.5" r="5" fill="${dot[tone]}" stroke="#fff" stroke-width="1"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
