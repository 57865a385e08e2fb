// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { liveStream } from '../live/browser-live-host.ts';
import { readGate } from '../query/read-gate.ts';
import { type ShownHook, showHook } from '../testing/show-hook.ts';
import { useSignOut } from './sign-out.ts';

const outside = vi.hoisted(() => ({ find: vi.fn(), leave: vi.fn(), toast: vi.fn() }));
/** The server action runs on the server of the dashboard, and jsdom goes nowhere. */
vi.mock('../account/actions.ts', () => ({ findProviderSignOut: outside.find }));
vi.mock('@/components/ui/use-unload-guard.ts', () => ({ leaveUnguarded: outside.leave }));
vi.mock('@/components/ui/toast.ts', () => ({ toast: { error: outside.toast } }));

/** What happens, in its order. */
let said: string[];
let answer: () => Response;
let page: ShownHook<ReturnType<typeof useSignOut>>;
let others: BroadcastChannel;
let told: unknown[];

beforeEach(async () => {
  [said, told, answer] = [[], [], () => Response.json({ url: 'http://dashboard/' })];
  outside.find.mockResolvedValue({ ok: true, value: undefined });
  outside.leave.mockImplementation(() => said.push('leaves'));
  outside.toast.mockImplementation((title: string) => said.push(title));
  vi.spyOn(liveStream, 'hold').mockImplementation((isHeld) => said.push(isHeld ? 'holds the stream' : 'lets it go'));
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address === '/api/auth/csrf') return Response.json({ csrfToken: 'token' });
    said.push(`${init?.method} ${address}`);
    return answer();
  });
  sessionStorage.setItem('taskdeck.draft', 'a hidden value');
  others = new BroadcastChannel('taskdeck.session');
  others.onmessage = ({ data }) => told.push(data);
  page = await showHook(useSignOut);
});
afterEach(() => {
  others.close();
  page.end();
  readGate.open();
  onlineManager.setOnline(true);
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const signOut = () => page.now();

it('ends the session while nothing is read, then leaves with nothing kept in this tab', async () => {
  expect(await signOut()).toBe(true);
  expect(said).toEqual(['holds the stream', 'POST /api/auth/signout', 'leaves']);
  await expect.poll(() => told).toEqual([{}]);
  expect(sessionStorage.getItem('taskdeck.draft')).toBeNull();
  expect(onlineManager.isOnline(), 'nothing is read on the page that is left').toBe(false);
});

it('waits for what is read, which the service would refuse', async () => {
  const read = Promise.withResolvers<void>();
  void readGate.through(() => read.promise.then(() => said.push('has read')));
  const ended = signOut();
  await vi.waitFor(() => expect(said).toContain('holds the stream'));
  expect(said).not.toContain('POST /api/auth/signout');
  read.resolve();
  await ended;
  expect(said).toEqual(['holds the stream', 'has read', 'POST /api/auth/signout', 'leaves']);
});

it.each([
  ['refuses', () => Response.json({ url: 'http://dashboard/' }, { status: 503 })],
  [
    'is away',
    () => {
      throw new TypeError('fetch failed');
    },
  ],
])('says so and goes on as before when the dashboard %s', async (_, failing) => {
  answer = failing;
  expect(await signOut()).toBe(false);
  expect(said).toEqual(['holds the stream', 'POST /api/auth/signout', 'lets it go', 'You are still signed in']);
  expect([sessionStorage.getItem('taskdeck.draft'), told]).toEqual(['a hidden value', []]);
  expect(onlineManager.isOnline()).toBe(true);
  expect(await readGate.through(async () => 'read')).toBe('read');
});

it('ends the session also when the dashboard was replaced and does not say where the provider is', async () => {
  outside.find.mockRejectedValue(new Error('Server Action not found'));
  expect(await signOut()).toBe(true);
  expect(said).toContain('POST /api/auth/signout');
});
