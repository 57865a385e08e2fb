// @vitest-environment jsdom
import { act, type ComponentType, lazy } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { drawnPart } from './drawn-part.tsx';

type Props = { name: string; age: number };
const Greeting = ({ name, age }: Props) => <button type="button">{`${name} ${age}`}</button>;

it('leaves what the server has drawn in the page until its code has come, and draws the newest then', async () => {
  const { page, come } = await openPage();
  const drawn = page.button();
  await page.draw({ name: 'Ada', age: 2 });
  await page.draw({ name: 'Ada', age: 3 });
  expect([page.button() === drawn, page.text()]).toEqual([true, 'Ada 1']);
  await come();
  expect([page.button() === drawn, page.text()]).toEqual([true, 'Ada 3']);
  await page.draw({ name: 'Ada', age: 4 });
  expect(page.text()).toBe('Ada 4');
});

it('keeps nothing of somebody else', async () => {
  const { page, come } = await openPage();
  await page.draw({ name: 'Bob', age: 5 });
  expect(page.text()).toBe('loading');
  await come();
  expect(page.text()).toBe('Bob 5');
});

/** Draws a page with a part on a server, and hydrates it before the code of the part has come. */
async function openPage() {
  const first = { name: 'Ada', age: 1 };
  const drawnBy = (Part: ComponentType<Props>) =>
    drawnPart(
      Part,
      () => 'loading',
      ({ name }) => name,
    );
  const OnServer = drawnBy(Greeting);
  const host = document.createElement('div');
  host.innerHTML = renderToString(<OnServer {...first} />);
  document.body.replaceChildren(host);

  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  onTestFinished(() => void vi.unstubAllGlobals());
  const code = Promise.withResolvers<ComponentType<Props>>();
  const Code = lazy(async () => ({ default: await code.promise }));
  const InBrowser = drawnBy((props) => <Code {...props} />);
  const root = await act(async () => hydrateRoot(host, <InBrowser {...first} />));
  const page = {
    draw: (props: Props) => act(async () => root.render(<InBrowser {...props} />)),
    button: () => host.querySelector('button'),
    text: () => host.textContent,
  };
  return { page, come: () => act(async () => code.resolve(Greeting)) };
}
