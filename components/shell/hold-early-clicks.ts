/** Sent to the document when the page answers to clicks. */
export const pageAnswers = 'taskdeck:page-answers';

/**
 * Holds the last click on a button until the page's scripts have come, so that it is neither lost nor, on a form, sent by
 * the browser itself with what was typed in the address. Its text runs inside the page, so it uses nothing from outside.
 */
export function holdEarlyClicks(answers: string): void {
  const buttons = 'button, summary, input:is([type="checkbox"], [type="radio"], [type="submit"])';
  let replay: (() => void) | undefined;
  const hold = (event: Event, then: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    replay = then;
  };
  const onClick = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>(buttons) : null;
    if (button !== null) hold(event, () => button.click());
  };
  const onSubmit = (event: Event) => {
    if (event.target instanceof HTMLFormElement) hold(event, event.target.requestSubmit.bind(event.target));
  };
  window.addEventListener('click', onClick, true);
  window.addEventListener('submit', onSubmit, true);
  document.addEventListener(
    answers,
    () => {
      window.removeEventListener('click', onClick, true);
      window.removeEventListener('submit', onSubmit, true);
      replay?.();
    },
    { once: true },
  );
}
