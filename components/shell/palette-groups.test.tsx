// @vitest-environment jsdom
import { Command } from 'cmdk';
import { expect, it, vi } from 'vitest';
import { draw, stubResizeObserver } from '@/components/testing/draw.ts';
import { PagesGroup } from './palette-groups.tsx';

it('opens no page that the operator may not read, and says why', async () => {
  stubResizeObserver();
  Element.prototype.scrollIntoView = () => {}; // jsdom has none
  const onGo = vi.fn();
  const { host } = await draw(
    <Command>
      <Command.List>
        <PagesGroup onGo={onGo} scopes={['state/read']} />
      </Command.List>
    </Command>,
  );
  const item = (label: string) => {
    const found = [...host.querySelectorAll<HTMLElement>('[cmdk-item]')].find((one) => one.dataset.value === label);
    if (found === undefined) throw new Error(`there is no ${label}`);
    return found;
  };
  expect(item('Tasks').textContent).toContain('You need the scope tasks/read.');
  expect(item('State').textContent).not.toContain('You need');
  expect(item('Settings').textContent, 'everybody has sessions').not.toContain('You need');
  for (const label of ['Tasks', 'State']) item(label).click();
  expect(onGo.mock.calls).toEqual([['/state', 'State']]);
});
