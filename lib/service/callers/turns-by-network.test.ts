import { expect, test } from 'vitest';
import { type Place, TurnsByNetwork } from './turns-by-network.ts';

test('what waits takes turns by network, known ones first, and a network waits only for itself', async () => {
  const turns = new TurnsByNetwork({ concurrency: 2, waitingPerNetwork: 3 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (network: string, place?: Place) =>
    turns.run(
      network,
      () => {
        begun.push(network);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
      place,
    );
  const asked = Array.from({ length: 5 }, () => ask('flood'));
  await expect(ask('flood')).rejects.toMatchObject({
    code: 'TooManyRequests',
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
  });
  asked.push(ask('home'), ask('home'), ask('office', 'beforeAll'));
  expect(begun).toEqual(['flood', 'flood']);
  while (begun.length < 8) {
    ends.shift()?.();
    await expect.poll(() => ends.length, { interval: 1 }).toBe(2);
  }
  expect(begun.slice(2)).toEqual(['office', 'flood', 'home', 'flood', 'home', 'flood']);
  for (const end of ends) end();
  await Promise.all(asked);
  await expect(turns.run('flood', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.run('flood', async () => 'and others go on')).toBe('and others go on');
});
