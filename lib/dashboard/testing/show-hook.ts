import { createElement } from 'react';
import { vi } from 'vitest';
import type { Scope } from '#contract';
import { type ShownPage, showPage } from './show-page.tsx';

/** What a hook of a page returns, as it is now. The test runs in jsdom. */
export type ShownHook<Value> = ShownPage & { readonly now: Value };

/** Renders a hook in a page with a query client of its own, for an operator with these scopes. */
export async function showHook<Value>(use: () => Value, scopes: readonly Scope[] = []): Promise<ShownHook<Value>> {
  let shown: { value: Value } | undefined;
  const run = () => {
    shown = { value: use() };
  };
  const page = await showPage(() => createElement(Page, { run }), { scopes });
  return {
    ...page,
    get now() {
      if (shown === undefined) throw new Error('the hook was not rendered');
      return shown.value;
    },
  };
}

function Page({ run }: { run: () => void }) {
  run();
  return null;
}

/**
 * Answers the reads of a page until the globals are unstubbed. A handler returns JSON, or a `Response` of another kind. The
 * service is ready for a probe, which a failed read causes.
 */
export function answerReads(handler: (url: URL) => unknown): { asked: string[] } {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/api/healthz') return Response.json({ status: 'ok', service: 'ready' });
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
