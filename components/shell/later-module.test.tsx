// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { laterModule } from './later-module.ts';

const Farewell = () => <p>Bye</p>;
const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

it('draws nothing until it is loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Greeting>();
  const Part = laterModule(() => promise).part((part) => part);
  const { host } = await draw(<Part name="Ada" />);
  expect(host.textContent).toBe('');
  await act(async () => resolve(Greeting));
  expect(host.textContent).toBe('Hello Ada');
});

it('draws what is loaded in the same frame, with all components of it', async () => {
  const load = vi.fn(async () => ({ Greeting, Farewell }));
  const module = laterModule(load);
  await module.load();
  const [Hello, Bye] = [module.part((loaded) => loaded.Greeting), module.part((loaded) => loaded.Farewell)];
  const { host } = await draw(
    <>
      <Hello name="Bob" />
      <Bye />
    </>,
  );
  expect(host.textContent).toBe('Hello BobBye');
  expect(load).toHaveBeenCalledTimes(1);
});
