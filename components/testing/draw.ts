import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';

/** What a test draws into the document. The test runs in jsdom. */
export type Drawn = {
  host: HTMLElement;
  /** Draws this in place of what is there. */
  redraw: (content: ReactNode) => Promise<void>;
  /** Takes it out of the document before the test ends. */
  end: () => void;
};

/** Draws this into an element of the document. The end of the test removes it, and what replaces globals. */
export async function draw(content: ReactNode): Promise<Drawn> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const redraw = (next: ReactNode) => act(async () => root.render(next));
  const end = () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    act(() => root.unmount());
    host.remove();
  };
  onTestFinished(() => {
    end();
    vi.unstubAllGlobals();
  });
  await redraw(content);
  return { host, redraw, end };
}

/** Stands in for `ResizeObserver`, which jsdom lacks. It observes nothing. */
export function stubResizeObserver(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
}

/** Types a text into a field, in place of what is in it, or chooses it in a select. */
export async function typeInto(field: HTMLInputElement | HTMLSelectElement, text: string): Promise<void> {
  const setValue = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  await act(async () => {
    setValue?.call(field, text);
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  });
}
