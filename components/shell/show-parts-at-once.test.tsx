import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { createElement as CreateElement, Suspense as SuspenseType } from 'react';
import type { renderToReadableStream as Render } from 'react-dom/server';
import { expect, it } from 'vitest';
import { showPartsAtOnce } from './show-parts-at-once.ts';

// the React that Next.js renders pages with
const load = createRequire(import.meta.url);
const { createElement, Suspense } = load('next/dist/compiled/react') as {
  createElement: typeof CreateElement;
  Suspense: typeof SuspenseType;
};
const { renderToReadableStream } = load('next/dist/compiled/react-dom/server.edge') as {
  renderToReadableStream: typeof Render;
};
/** Without types of its own. */
const { JSDOM } = load('jsdom') as {
  JSDOM: new (
    html: string | undefined,
    options?: { runScripts: 'dangerously'; pretendToBeVisual: true; beforeParse: (inPage: Window) => void },
  ) => { window: Window & typeof globalThis };
};

async function Part({ coming }: { coming: Promise<void> }) {
  await coming;
  return createElement('p', null, 'the part');
}

/** A page whose part comes after the first paint: shows it, and returns for how many milliseconds it was held back. */
async function heldBack(script: string): Promise<number | undefined> {
  let come = () => {};
  const coming = new Promise<void>((resolve) => {
    come = resolve;
  });
  const page = createElement(
    'html',
    null,
    createElement(
      'body',
      null,
      createElement('script', { dangerouslySetInnerHTML: { __html: script } }),
      createElement(Suspense, { fallback: 'not yet' }, createElement(Part, { coming })),
    ),
  );
  const stream = await renderToReadableStream(page);
  const chunks = stream.pipeThrough(new TextDecoderStream()).getReader();
  const { value: shell } = await chunks.read();
  let held: number | undefined;
  const { window } = new JSDOM(shell, {
    runScripts: 'dangerously',
    pretendToBeVisual: true,
    beforeParse(inPage) {
      const { setTimeout: after } = inPage;
      const holdBack = (call: () => void, ms: number) => {
        held = ms;
        return after(call, ms);
      };
      Object.assign(inPage, { setTimeout: holdBack });
    },
  });
  const { document } = window;
  expect(document.body.textContent).toContain('not yet');
  await new Promise((painted) => window.requestAnimationFrame(painted));
  come();
  let rest = '';
  for (let { value, done } = await chunks.read(); !done; { value, done } = await chunks.read()) rest += value;
  const part = new JSDOM(rest).window.document.body;
  for (const element of part.querySelectorAll('body > *')) {
    const script = document.createElement('script');
    script.textContent = element.textContent;
    document.body.append(element.tagName === 'SCRIPT' ? script : document.importNode(element, true));
  }
  while (document.body.textContent?.includes('not yet')) await sleep(5);
  expect([...document.querySelectorAll('p')].map((part) => part.textContent)).toEqual(['the part']);
  window.close();
  return held;
}

it('shows a part that comes after the first paint in the next frame, where React alone holds it back', async () => {
  expect(await heldBack('')).toBeGreaterThan(0);
  expect(await heldBack(`(${showPartsAtOnce})()`)).toBeUndefined();
});
