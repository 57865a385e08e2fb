import type { APIRequestContext, Page } from '@playwright/test';
import { TaskClient } from '#client';
import { fullScope, scopes } from '#contract';
import { expect, test } from './fixtures.ts';
import { addressesOf } from './hidden/addresses.ts';
import { builtActions, callActions } from './hidden/calls.ts';
import { allPlaces, hidden, placesIn, plant } from './hidden/plant.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { StateEditor } from './pages/state-editor.ts';

type Told = { text: string; refused: string[] };

/** Reads addresses, four at a time. A page's HTML contains its RSC payload. */
async function read(request: APIRequestContext, addresses: readonly string[]): Promise<Told> {
  const told: Told = { text: '', refused: [] };
  const left = [...addresses];
  const readers = Array.from({ length: 4 }, async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const answer = await request.get(next);
      const text = await answer.text(); // before `+=`, which reads what it adds to first
      told.text += `${next} ${JSON.stringify(answer.headers())} ${text}\n`;
      if (answer.status() >= 400) told.refused.push(`${answer.status()} ${next}`);
    }
  });
  await Promise.all(readers);
  return { ...told, refused: told.refused.sort() };
}

/** Keeps all that a page receives and where it goes. Returns that and what the browser keeps. */
function recordAll(page: Page): () => Promise<string> {
  const told: Promise<string>[] = [];
  page.on('response', (response) => {
    const url = response.url();
    if (/\/_next\/static\/|\/api\/watch/.test(url)) return; // the watch stream has no end
    const text = response.text().catch(() => ''); // a redirect, or the page has gone on
    told.push(text.then((body) => `${url} ${body}`));
  });
  return async () => {
    const kept = await page.evaluate(() =>
      JSON.stringify([location.href, document.cookie, localStorage, sessionStorage, history.state]),
    );
    return [kept, await page.content(), ...(await Promise.all(told))].join('\n');
  };
}

/** The watch stream of a browser's session. `end` returns everything that it sent. */
async function watch(request: APIRequestContext, dashboardUrl: string) {
  const { cookies } = await request.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const left = new AbortController();
  const stream = await fetch(`${dashboardUrl}/api/watch`, { headers: { cookie }, signal: left.signal });
  let text = '';
  const reading = (async () => {
    for await (const bytes of stream.body ?? []) text += new TextDecoder().decode(bytes);
  })().catch(() => {});
  return {
    text: () => text,
    async end() {
      left.abort();
      await reading;
      return text;
    },
  };
}

test('shows what is sensitive to nobody who may not see it: pages, payloads, actions, streams, the browser', async ({
  page,
  client,
  browser,
  stack,
}) => {
  test.slow();
  const planted = await plant(client, stack.serviceUrl);
  const asked: Record<string, string[]> = addressesOf(planted);
  const addresses = Object.values(asked).flat();
  const byAdmin = await read(
    page.request,
    addresses.filter((address) => address.startsWith('/api/')),
  );
  expect(byAdmin.refused).toEqual([]);
  const seen = new Set(placesIn(byAdmin.text));
  expect(
    allPlaces().filter((place) => !seen.has(place)),
    'an administrator sees the rest',
  ).toEqual(['a secret', 'an address of an alert', 'a signing key']);

  const person = { email: `blind-${planted.run}@example.com`, password: `all but what is hidden ${planted.run}` };
  const blindScopes = scopes.filter((scope) => scope !== 'sensitive/read' && scope !== 'secrets/read').map(fullScope);
  await client.createOperatorAsync({ ...person, name: 'Bea Blind', scopes: blindScopes });
  const context = await browser.newContext({ baseURL: stack.dashboardUrl, storageState: { cookies: [], origins: [] } });
  const blind = await context.newPage();
  const recorded = recordAll(blind);
  const signInPage = new SignInPage(blind);
  await signInPage.open();
  await signInPage.signIn(person);
  await signInPage.hasLeft();
  const watched = await watch(context.request, stack.dashboardUrl);

  const editor = new StateEditor(blind, planted.storeName);
  await editor.edit('marked');
  await expect(editor.value).toContainText('$redacted');
  await editor.write('{"name": "Bob", "ssn": {"$redacted": true}}');
  await editor.saveAndClose('marked');
  await blind.goto(`/tasks/${planted.waiting}`);
  await client.raiseTaskEventAsync(planted.waiting, 'later', {
    value: { by: hidden('an event while a page is open') },
  });
  await expect.poll(watched.text).toContain(planted.waiting);
  expect(placesIn(await recorded()), 'in the browser').toEqual([]);

  const { accessToken } = await new TaskClient(stack.serviceUrl, 'anonymous').signInAsync(person);
  const own = new TaskClient(stack.serviceUrl, { accessToken });
  const actions = builtActions();
  const refused: string[] = [];
  await callActions({ client, own, person, planted }, async (name, input) => {
    const { id, page: folder } = actions.get(name) ?? { id: '', page: '' };
    const answer = await context.request.post(asked[folder]?.[0] ?? '/', {
      headers: { 'next-action': id, 'content-type': 'text/plain;charset=UTF-8', origin: stack.dashboardUrl },
      data: JSON.stringify([input ?? '$undefined']),
    });
    const text = `${JSON.stringify(answer.headers())} ${await answer.text()}`;
    expect(placesIn(text), name).toEqual([]);
    const problem = /\{"ok":false.*/.exec(text)?.[0];
    if (problem !== undefined || !text.includes('{"ok":true')) refused.push(`${name} ${problem}`);
  });
  expect(refused).toEqual([
    expect.stringMatching(/^commandBulk .*InvalidTransition/), // it is completed
    expect.stringMatching(/^mergeErrorGroups .*ErrorGroupNotFound/),
    expect.stringMatching(/^addPasskey .*InvalidCredentials/), // no authenticator made it
    expect.stringMatching(/^renamePasskey .*PasskeyNotFound/),
    expect.stringMatching(/^proveWithPasskey .*InvalidCredentials/),
  ]);

  const byBlind = await read(context.request, addresses);
  const ofWhole = `store=${planted.storeName}&id=whole`;
  expect(byBlind.refused).toEqual([
    ...[`403 /api/blobs?${ofWhole}`, `404 /api/state/blobs/download?${ofWhole}`, '404 /no/such/page'],
  ]);
  expect(placesIn(byBlind.text), 'in pages, payloads and routes').toEqual([]);
  expect(placesIn(await watched.end()), 'in the stream').toEqual([]);
  const { value } = await client.getStateClient().getStateAsync(planted.storeName, 'marked');
  expect(placesIn(JSON.stringify(value)), 'what was hidden is kept').toEqual(['a member of an entry']);
  await context.close();
});
