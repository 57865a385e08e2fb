// @vitest-environment jsdom
import { act } from 'react';
import { expect, it } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { Tabs, TabsList, TabsTrigger } from './tabs.tsx';

it('loses no arrow key of those that follow one another at once', async () => {
  await draw(
    <Tabs defaultValue="steps" activationMode="manual">
      <TabsList>
        {['steps', 'logs', 'events', 'audit'].map((value) => (
          <TabsTrigger key={value} value={value} disabled={value === 'logs'}>
            {value}
          </TabsTrigger>
        ))}
      </TabsList>
    </Tabs>,
  );
  act(() => document.querySelector<HTMLElement>('[role="tab"]')?.focus());
  const press = (...keys: string[]) => {
    act(() => {
      for (const key of keys)
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    });
    return document.activeElement?.textContent;
  };
  expect(press('ArrowRight', 'ArrowRight')).toBe('audit');
  expect(press('ArrowRight'), 'from the last to the first').toBe('steps');
  expect(press('ArrowLeft', 'ArrowLeft')).toBe('events');
  expect(press('End')).toBe('audit');
  expect(press('Home')).toBe('steps');
  expect(document.querySelector('[aria-selected="true"]')?.textContent, 'Enter opens it').toBe('steps');
});
