// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { standInEventSource } from '../testing/stand-in-event-source.ts';

/** The connections that the tab has opened. jsdom has none of its own. */
let sources: Source[];
class Source extends EventTarget {
  onerror: (() => void) | undefined;
  readonly address: string;
  close = vi.fn();
  constructor(address = '') {
    super();
    this.address = address;
    sources.push(this);
  }
  say(kind: string, data: unknown = {}) {
    this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) }));
  }
}

beforeEach(() => {
  sources = [];
  vi.resetModules(); // a tab has one stream
  standInEventSource(Source);
  const locks = { request: (_: string, lead: () => Promise<never>) => void lead() };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks }));
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function startedStream() {
  const { liveStream } = await import('./browser-live-host.ts');
  const heard: unknown[] = [];
  liveStream.listen((change) => heard.push(change));
  liveStream.start();
  const [source] = sources;
  if (source === undefined) throw new Error('the tab that leads has no connection');
  return { liveStream, heard, source };
}

it('tells the changes of the connection of the tab that leads, and the build that serves it', async () => {
  const { liveStream, heard, source } = await startedStream();
  expect(source.address).toBe('/api/watch');
  source.say('ready', { build: 'b7' });
  expect(liveStream.state).toMatchObject({ connection: 'open', serverBuild: 'b7', isPaused: false });
  const change = { tasks: ['t1'], created: 2, isOverflow: false };
  source.say('change', change);
  expect(heard.at(-1)).toMatchObject(change);
});

it('takes what a newer build says of itself for nothing where it is no text', async () => {
  const { liveStream, source } = await startedStream();
  source.say('ready', { build: 7 });
  expect(liveStream.state.serverBuild).toBeUndefined();
});

it('closes the connection that breaks, and says that it is lost', async () => {
  const { liveStream, source } = await startedStream();
  source.say('ready');
  source.onerror?.();
  expect(source.close).toHaveBeenCalled();
  expect(liveStream.state.connection).toBe('lost');
});

it('stays paused after a reload, until the operator resumes', async () => {
  const { liveStream } = await startedStream();
  liveStream.pause(true);
  vi.resetModules();
  sources = [];
  const reloaded = await startedStream();
  expect(reloaded.liveStream.state.isPaused).toBe(true);
  reloaded.liveStream.pause(false);
  vi.resetModules();
  sources = [];
  expect((await startedStream()).liveStream.state.isPaused).toBe(false);
});

it('pauses and resumes with the other tabs', async () => {
  const { liveStream } = await startedStream();
  const hear = (key: string, newValue: string) => window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  hear('taskdeck.live.paused', 'true');
  expect(liveStream.state.isPaused).toBe(true);
  hear('taskdeck.theme', 'false');
  expect(liveStream.state.isPaused).toBe(true);
  hear('taskdeck.live.paused', 'false');
  expect(liveStream.state.isPaused).toBe(false);
});
