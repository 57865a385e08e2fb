/** The id of the page's content, which scrolls and has the focus where nothing in it has. */
export const contentId = 'content';

/** The id of what stands beside a list or the steps of a run: the details of what is selected there. */
export const detailsId = 'details';

/** Whether an element with the focus stands for the page as a whole: the operator is at nothing in it. */
export function isWholePage(focused: EventTarget | null): boolean {
  return focused === null || focused === document.body || (focused instanceof Element && focused.id === contentId);
}

/** Gives the focus to the page's content, without scrolling it. */
export function focusPage(): void {
  document.getElementById(contentId)?.focus({ preventScroll: true });
}
