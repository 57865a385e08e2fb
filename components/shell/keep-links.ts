import { isLeaveGuarded } from '@/components/ui/use-unload-guard.ts';
import { connection } from './connection.ts';

/** Keeps the page when a link of the dashboard is followed without a connection. Returns the end of it. */
export function keepLinks(): () => void {
  // before the listeners of Next.js, which would leave the page
  window.addEventListener('click', keep, { capture: true });
  return () => window.removeEventListener('click', keep, { capture: true });
}

function keep(event: MouseEvent): void {
  if (!connection.isOffline || isLeaveGuarded() || event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link === null || link.target === '_blank' || link.origin !== location.origin || link.hash !== '') return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (link.hasAttribute('download')) return;
  connection.setDestination({ href: link.pathname + link.search, label: labelOf(link) || 'The page' });
}

/** What a link is called. Of a link made of parts it is the first with a text, without what stands beside it, such as a count. */
function labelOf(link: HTMLElement): string {
  const hasOwnText = [...link.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
  const part = hasOwnText ? link : [...link.children].find(({ textContent }) => textContent.trim() !== '');
  return (link.getAttribute('aria-label') ?? part?.textContent ?? '').trim();
}
