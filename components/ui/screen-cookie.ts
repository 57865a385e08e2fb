/** What there was room for when this browser showed a page last, as a cookie: the server then renders no more than that. */
export const screenCookie = 'taskdeck.screen';

/** In pixels. The content is what the navigation and the header leave of the window. */
export type KnownScreen = { windowWidth: number; contentWidth: number; contentHeight: number };

const mostPixels = 10_000;

/** `undefined` where the cookie is missing or says nothing that can be. */
export function readScreen(text: string | undefined): KnownScreen | undefined {
  const numbers = /^(\d{1,5}) (\d{1,5})x(\d{1,5})$/
    .exec(text ?? '')
    ?.slice(1)
    .map(Number);
  if (numbers === undefined || numbers.some((pixels) => pixels < 1 || pixels > mostPixels)) return undefined;
  const [windowWidth = 0, contentWidth = 0, contentHeight = 0] = numbers;
  return { windowWidth, contentWidth, contentHeight };
}

/** As `readScreen` reads it. */
export function writeScreen({ windowWidth, contentWidth, contentHeight }: KnownScreen): string {
  return `${windowWidth} ${contentWidth}x${contentHeight}`;
}
