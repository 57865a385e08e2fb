// @vitest-environment jsdom
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { LiveIndicator } from './live-indicator.tsx';

it('says at once that a browser without a connection is not live, whatever its stream says', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const live = {
    isPaused: false,
    connection: 'open',
    lastHeardOn: Date.now(),
    failingSince: undefined,
    pause: () => {},
  } as const;
  const word = () => document.querySelector('button')?.getAttribute('aria-label') ?? '';
  root.render(<LiveIndicator live={live} />);
  await vi.waitFor(() => expect(word()).toBe('Live updates: Live'));
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  await vi.waitFor(() => expect(word()).toContain('Cannot refresh'));
  isOnline.mockRestore();
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(word()).toBe('Live updates: Live'));
  root.unmount();
});
