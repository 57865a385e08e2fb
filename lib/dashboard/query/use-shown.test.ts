// @vitest-environment jsdom
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { showHook } from '../testing/show-hook.ts';
import { useShown } from './use-shown.ts';

it('names the window of the figures, not the one that is still read', async () => {
  const answers = new Map<string, (figures: string) => void>();
  let window = '1h';
  const shown = await showHook(() => {
    const { data, isPlaceholderData } = useQuery({
      queryKey: [window],
      queryFn: () => new Promise<string>((resolve) => answers.set(window, resolve)),
      placeholderData: keepPreviousData,
    });
    return [data, useShown(window, isPlaceholderData)];
  });
  const answer = async (name: string) => {
    answers.get(name)?.(`figures of ${name}`);
    await vi.waitFor(async () => {
      await shown.again();
      expect(shown.now[0]).toBe(`figures of ${name}`);
    });
  };
  await answer('1h');
  expect(shown.now).toEqual(['figures of 1h', '1h']);
  window = '24h';
  await shown.again();
  expect(shown.now).toEqual(['figures of 1h', '1h']);
  window = '7d';
  await shown.again();
  expect(shown.now).toEqual(['figures of 1h', '1h']);
  await answer('7d');
  expect(shown.now).toEqual(['figures of 7d', '7d']);
});
