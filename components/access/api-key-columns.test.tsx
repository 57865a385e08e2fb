// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { apiKeyColumns } from './api-key-columns.tsx';

const key = {
  ...{ id: 'k1', name: 'orders', scopes: [], createdOn: '2026-11-29T08:00:00.000Z', createdBy: 'anna@example.com' },
  owner: { kind: 'operator' as const, id: 'o1', name: 'anna@example.com' },
};

it.each<[object, string, string | undefined]>([
  [{}, 'anna@example.com', undefined],
  [{}, 'ben@example.com', 'Only anna@example.com can rotate this key.'],
  [{ successorId: 'k2' }, 'anna@example.com', 'This key was rotated already. Rotate the new key, or create one.'],
])('a key with %j says to %s why it cannot be rotated', async (given, ownEmail, reason) => {
  const asked: string[] = [];
  const actions = apiKeyColumns((what) => asked.push(what), ownEmail).find(({ id }) => id === 'actions');
  const { host } = await draw(<div>{actions?.cell({ ...key, ...given })}</div>);
  const rotate = host.querySelector<HTMLElement>('[aria-label="Rotate orders"]');
  rotate?.click();
  expect(asked).toEqual(reason === undefined ? ['rotate'] : []);
  expect(rotate?.getAttribute('aria-disabled') === 'true').toBe(reason !== undefined);
  expect(host.innerHTML.includes(reason ?? 'can rotate this key')).toBe(reason !== undefined);
});
