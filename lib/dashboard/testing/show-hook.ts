import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';

/** What a hook of a page returns, as it is now. The test runs in jsdom. */
export type ShownHook<Value> = {
  readonly now: Value;
  client: QueryClient;
  /** Renders again, with what the hook reads changed meanwhile. */
  again: () => Promise<void>;
  end: () => void;
};

/** Renders a hook in a page with a query client of its own. */
export async function showHook<Value>(use: () => Value): Promise<ShownHook<Value>> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  notifyManager.setScheduler(queueMicrotask); // so that `act` sees the end of a read
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  let shown: { value: Value } | undefined;
  const run = () => {
    shown = { value: use() };
  };
  const render = () =>
    act(async () => root.render(createElement(QueryClientProvider, { client }, createElement(Page, { run }))));
  await render();
  return {
    get now() {
      if (shown === undefined) throw new Error('the hook was not rendered');
      return shown.value;
    },
    client,
    again: render,
    end() {
      act(() => root.unmount());
      host.remove();
      client.clear();
    },
  };
}

function Page({ run }: { run: () => void }) {
  run();
  return null;
}

/** Answers the reads of a page until the globals are unstubbed. A handler returns JSON, or a `Response` of another kind. */
export function answerReads(handler: (url: URL) => unknown): { asked: string[] } {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const answer = await handler(new URL(address, 'http://dashboard'));
    return answer instanceof Response ? answer : Response.json(answer);
  });
  return { asked };
}

/** A refusal as the GET handlers of the dashboard write it. */
export function refusal(status: number, code: string, detail = 'No.'): Response {
  return Response.json({ code, detail }, { status, headers: { 'content-type': 'application/problem+json' } });
}
