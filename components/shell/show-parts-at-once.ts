/**
 * Has every part of a page shown in the frame after it came. React's inline script (`$RC`) holds a streamed part back
 * until 300 ms after the last paint that it knows of, by the number in `window.$RT`; where there is none, it waits for the
 * next frame. The places of parts keep their size, so nothing flickers or moves.
 * The text of the function runs inside the page, so it uses nothing from outside.
 */
export function showPartsAtOnce(): void {
  Object.defineProperty(window, '$RT', { get: () => undefined, set: () => {} });
}
