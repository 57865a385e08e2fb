import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { act, type ReactNode } from 'react';
import { expect, onTestFinished, vi } from 'vitest';
import type { Scope } from '#contract';
import { draw, stubResizeObserver } from '@/components/testing/draw.ts';
import { ScopesProvider } from '../access/scopes-context.tsx';
import { standInEventSource } from './stand-in-event-source.ts';

/** A part of the dashboard in a document, with a query client of its own, until the test ends. It runs in jsdom. */
export type ShownPage = {
  client: QueryClient;
  /** Renders again, with what the part is given changed meanwhile. */
  again: () => Promise<void>;
  end: () => void;
};

/** Renders a part of the dashboard for an operator with these scopes, at an address with this search. */
export async function showPage(
  content: () => ReactNode,
  { scopes = [], search = '' }: { scopes?: readonly Scope[]; search?: string } = {},
): Promise<ShownPage> {
  notifyManager.setScheduler(queueMicrotask); // so that `act` sees the end of a read
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = () => (
    <NuqsTestingAdapter searchParams={search} hasMemory>
      <ScopesProvider scopes={scopes}>
        <QueryClientProvider client={client}>{content()}</QueryClientProvider>
      </ScopesProvider>
    </NuqsTestingAdapter>
  );
  onTestFinished(() => client.clear());
  const { redraw, end } = await draw(page());
  return { client, again: () => redraw(page()), end };
}

/** The browser's parts that jsdom lacks and pages use. The live stream stays silent. */
export function standInBrowser(): void {
  standInEventSource(class extends EventTarget {});
  vi.stubGlobal('BroadcastChannel', class extends EventTarget {});
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  stubResizeObserver();
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request: () => new Promise(() => {}) } });
}

const openDialog = () => document.querySelector('[role="dialog"], [role="alertdialog"]');

/** The text of the dialog that is open; `undefined` where none is. */
export function dialogText(): string | undefined {
  return openDialog()?.textContent;
}

/** A dialog is loaded when it opens, and a busy machine of two cores is slow. */
const untilInMs = 10_000;

/** Waits until this passes. All of the time is of an `act`, so that React draws what comes meanwhile. */
async function until<Value>(check: () => Value): Promise<Value> {
  const endOn = performance.now() + untilInMs;
  for (;;) {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));
    try {
      return check();
    } catch (error) {
      if (performance.now() > endOn) throw error;
    }
  }
}

/** Waits until the page says this. */
export async function pageSays(text: string): Promise<void> {
  await until(() => expect(document.body.textContent).toContain(text));
}

/** Waits until the dialog that is open says this. */
export async function dialogSays(text: string): Promise<void> {
  await until(() => expect(dialogText() ?? 'no dialog').toContain(text));
}

/** Presses the button of this name once it is there, in the dialog that is open or else in the page. */
export async function press(name: string): Promise<void> {
  const isNamed = (one: Element) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name;
  const button = await until(() => {
    const found = [...(openDialog() ?? document).querySelectorAll('button')].find(isNamed);
    if (found === undefined) throw new Error(`no button ${name}`);
    return found;
  });
  await act(async () => button.click());
}

/** Chooses the item of this name once it is there, in the menu that is open. */
export async function choose(name: string): Promise<void> {
  const item = await until(() => {
    const items = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const found = items.find((one) => one.textContent?.trim() === name);
    if (found === undefined) throw new Error(`no item ${name}`);
    return found;
  });
  await act(async () => item.click());
}
