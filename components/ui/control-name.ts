/** Returns the name of a button as people and screen readers find it. */
export function controlName(control: HTMLElement): string {
  return (control.getAttribute('aria-label') ?? control.textContent).replace(/\s+/g, ' ').trim();
}
