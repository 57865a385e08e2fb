/**
 * Keeps what is shown of a page that is left while it still comes. When a link is followed then, the browser stops reading
 * the page and calls it complete, some time before the next page is there. React and Next.js take what is missing for a
 * failure, and would show it. So the document says that it still loads, until the next page has come. A page that is there
 * after the time given, because the link led to a download or the reader has stopped it, shows that it is not whole.
 * The text of the function runs inside the page, so it uses nothing from outside.
 */
export function waitWhileLeft(forInMs: number): void {
  const loaded = 'DOMContentLoaded';
  let isWaiting = false;
  const wait = () => {
    if (isWaiting || document.readyState !== 'loading') return;
    isWaiting = true;
    Object.defineProperty(document, 'readyState', { configurable: true, get: () => 'loading' });
    setTimeout(() => isWaiting && document.dispatchEvent(new Event(loaded)), forInMs);
  };
  const end = () => {
    isWaiting = false;
    Reflect.deleteProperty(document, 'readyState');
    removeEventListener('beforeunload', wait);
    document.removeEventListener(loaded, end);
  };
  addEventListener('beforeunload', wait);
  document.addEventListener(loaded, end);
}
