/** Sent to the document when the page answers to clicks and keys. */
export const pageAnswers = 'taskdeck:page-answers';

/**
 * Holds the last click on a button, and the keys that do something, until the page's scripts have come, so that they are
 * neither lost nor, on a form, sent by the browser itself with what was typed in the address. Parts of a page come one
 * after another: a key that none of them takes yet is given again, for 15 seconds at most, and so is a click that its
 * button does not hear, as React stops those. Keys that follow within two seconds wait behind it. A later key or click
 * means that the reader has gone on: what was held is dropped. What follows a key that leads into a field is typed there.
 * A key that nothing takes later, while a page is opened, is given again for 5 seconds, until the reader goes on: by a key
 * that something takes, a click, or the focus elsewhere.
 * The text of the function runs inside the page, so it uses nothing from outside.
 */
export function holdEarlyInput(answers: string, contentId: string): void {
  const buttons = 'button, summary, input:is([type="checkbox"], [type="radio"], [type="submit"])';
  const heardButtons = 'button, input[type="submit"]'; // the others are turned by the browser, heard or not
  const fields = 'input, textarea, select, [contenteditable]';
  const keys: { key: string; init: KeyboardEventInit }[] = [];
  const mostKeys = 100;
  const triedForInMs = 15_000;
  const lateTriedForInMs = 5_000;
  const heldBackForInMs = 2_000;
  let answeredAt: number | undefined;
  let heldSince = Number.NEGATIVE_INFINITY;
  let until = Number.POSITIVE_INFINITY;
  let isLate = false; // whether the keys were pressed after the page answered
  let isGiving = false;
  let replay: (() => void) | undefined;
  let unheard: HTMLElement | undefined;
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onClick = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>(buttons) : null;
    if (button === null) return;
    stop(event);
    replay = () => button.click();
  };
  const onClickOfPart = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>(heardButtons) : null;
    unheard = button ?? undefined;
    if (button === null) return;
    const hear = () => {
      if (unheard === button) unheard = undefined;
    };
    button.addEventListener('click', hear, { capture: true, once: true });
    requestAnimationFrame(() => {
      button.removeEventListener('click', hear, { capture: true });
      if (unheard !== button) return;
      if (event.defaultPrevented || !button.isConnected) unheard = undefined;
      else button.click();
    });
  };
  const onSubmit = (event: Event) => {
    if (answeredAt !== undefined && unheard === undefined) return;
    if (!(event.target instanceof HTMLFormElement)) return;
    stop(event);
    if (answeredAt === undefined) replay = event.target.requestSubmit.bind(event.target);
  };
  const isHeld = ({ key, shiftKey, ctrlKey, metaKey, altKey, target, isComposing }: KeyboardEvent): boolean => {
    const isWithMod = (ctrlKey || metaKey) && !altKey && !shiftKey && ['k', 'a'].includes(key.toLowerCase()); // the palette, all rows
    const isSingle = !(ctrlKey || metaKey || altKey) && key.length === 1 && key !== ' ';
    const isInField = target instanceof Element && target.closest(fields) !== null;
    return !isInField && !isComposing && (isWithMod || isSingle) && keys.length < mostKeys;
  };
  const hold = ({ key, code, shiftKey, ctrlKey, metaKey }: KeyboardEvent) =>
    keys.push({ key, init: { key, code, shiftKey, ctrlKey, metaKey, bubbles: true, cancelable: true } });
  const drop = () => {
    keys.length = 0;
  };
  const onKey = (event: KeyboardEvent) => {
    if (isGiving) return;
    if (answeredAt !== undefined && performance.now() - heldSince > heldBackForInMs) drop();
    if (answeredAt !== undefined && (isLate || keys.length === 0)) onLateKey(event);
    else if (isHeld(event)) {
      stop(event);
      hold(event);
    }
  };
  const isOfPage = (target: EventTarget | null) =>
    target === document.body || (target instanceof Element && target.id === contentId);
  /** Holds a key that nothing takes, where nothing on the page has the focus. */
  const onLateKey = (event: KeyboardEvent) => {
    const canBeHeld = isHeld(event) && (isOfPage(event.target) || keys.length > 0);
    requestAnimationFrame(() => {
      if (event.defaultPrevented) return drop();
      if (!canBeHeld || hold(event) > 1) return;
      isLate = true;
      heldSince = performance.now();
      until = heldSince + lateTriedForInMs;
      giveKeys();
    });
  };
  /** Returns whether something took the key. */
  const give = ({ key, init }: (typeof keys)[number]): boolean => {
    const target = document.activeElement ?? document.body;
    if (target.matches(fields)) {
      document.execCommand('insertText', false, key);
      return true;
    }
    isGiving = true;
    const isLeft = target.dispatchEvent(new KeyboardEvent('keydown', init));
    isGiving = false;
    return !isLeft;
  };
  const giveKeys = () => {
    if (performance.now() > until || (isLate && !isOfPage(document.activeElement))) drop();
    for (let next = keys[0]; next !== undefined && give(next); next = keys[0]) keys.shift();
    if (keys.length > 0) requestAnimationFrame(giveKeys);
  };
  window.addEventListener('click', onClick, true);
  window.addEventListener('submit', onSubmit, true);
  window.addEventListener('keydown', onKey, true);
  document.addEventListener(
    answers,
    () => {
      window.removeEventListener('click', onClick, true);
      window.addEventListener('click', onClickOfPart, true);
      window.addEventListener('pointerdown', drop, true);
      setTimeout(() => {
        window.removeEventListener('click', onClickOfPart, true);
        window.removeEventListener('submit', onSubmit, true);
      }, triedForInMs);
      answeredAt = performance.now();
      heldSince = answeredAt;
      until = answeredAt + triedForInMs;
      replay?.();
      giveKeys();
    },
    { once: true },
  );
}
