// @vitest-environment jsdom
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { toast } from '@/components/ui/toast.ts';
import { Toasts } from './toasts.tsx';

it('shows messages above the buttons at the foot of a page, in the font of the page', async () => {
  vi.stubGlobal('matchMedia', () => new EventTarget());
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<Toasts />);
  const list = await vi.waitUntil(() => {
    toast.success('Entry saved');
    return document.querySelector<HTMLElement>('[data-sonner-toaster]');
  });
  expect(list.textContent).toContain('Entry saved');
  expect(list.style.getPropertyValue('--offset-bottom')).toBe('64px');
  expect(list.style.getPropertyValue('--mobile-offset-bottom')).toBe('64px');
  expect(list.style.fontFamily).toBe('inherit');
  root.unmount();
  vi.unstubAllGlobals();
});

it('is not loaded before there is a message, and shows the one that was told before', async () => {
  vi.resetModules();
  vi.stubGlobal('matchMedia', () => new EventTarget());
  const { ToastsLater } = await import('./toasts-later.tsx');
  const { toast: tell } = await import('@/components/ui/toast.ts');
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<ToastsLater />);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.querySelector('section[aria-label^=Notifications]')).toBeNull();
  tell.success('Entry deleted');
  await vi.waitUntil(() => document.querySelector('[data-sonner-toaster]')?.textContent?.includes('Entry deleted'));
  root.unmount();
  vi.unstubAllGlobals();
});
