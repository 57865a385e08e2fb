// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { NavigationLinks } from './navigation.tsx';

vi.mock('next/navigation', () => ({ usePathname: () => '/state' }));

it('marks the pages that the operator may not read, with the reason', async () => {
  const { host } = await draw(<NavigationLinks scopes={['state/read']} />);
  const described = new Map(
    [...host.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('aria-description')]),
  );
  expect(described.get('Tasks')).toBe('You need the scope tasks/read. Ask an operator who manages operators.');
  expect(described.get('State')).toBeNull();
  expect(described.get('Settings')).toBeNull();
});
