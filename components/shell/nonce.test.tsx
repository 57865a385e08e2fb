// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { NonceProvider, useNonce } from './nonce.tsx';

const Shown = () => <p>{useNonce()}</p>;
const page = (nonce: string) => (
  <NonceProvider nonce={nonce}>
    <Shown />
  </NonceProvider>
);

it('keeps the nonce of the document when the page is read again with another one', async () => {
  const { host, redraw } = await draw(page('first'));
  await redraw(page('second'));
  expect(host.textContent).toBe('first');
});
