import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HandClock } from '../testing/hand-clock.ts';
import { gatherChanges } from './gather-changes.ts';
import type { LiveChange, LiveMessage } from './live-messages.ts';
import { everything, type LiveHost, LiveStream } from './live-stream.ts';

type Connection = { message(message: LiveMessage): void; end(): void; isClosed: boolean };

/** A tab with its live stream, in which a test is the browser. */
class Tab {
  readonly clock = new HandClock();
  posted: LiveMessage[] = [];
  connections: Connection[] = [];
  kept: boolean[] = [];
  heard: LiveChange[] = [];
  hearPost: (message: LiveMessage) => void = () => {};
  hearPause: (isPaused: boolean) => void = () => {};
  begin = () => {};
  openings = 0;
  wasPaused = false;
  readonly stream = new LiveStream(() => this.#host());
  readonly #chance: number;

  constructor(chance = 0.5) {
    this.#chance = chance;
  }

  #host(): LiveHost {
    this.openings += 1;
    return {
      post: (message) => void this.posted.push(message),
      onPost: (hear) => {
        this.hearPost = hear;
      },
      lead: (begin) => {
        this.begin = begin;
      },
      connect: (on) => {
        const connection = { ...on, isClosed: false };
        this.connections.push(connection);
        return () => {
          connection.isClosed = true;
        };
      },
      isPaused: () => this.wasPaused,
      keepPaused: (isPaused) => void this.kept.push(isPaused),
      onPaused: (call) => {
        this.hearPause = call;
      },
      ...this.clock,
      random: () => this.#chance,
    };
  }

  pass(ms: number): void {
    this.clock.pass(ms);
  }

  /** The tab is held up: what was due in between comes late, each timer once. */
  stall(ms: number): void {
    this.clock.skip(ms);
    const due = this.clock.timers.filter(({ at }) => at <= this.clock.now());
    this.clock.timers = this.clock.timers.filter(({ at }) => at > this.clock.now());
    for (const { call } of due) call();
  }

  get connection(): Connection {
    const last = this.connections.at(-1);
    if (last === undefined) throw new Error('no connection');
    return last;
  }
}

let tab: Tab;
beforeEach(() => {
  tab = new Tab();
  tab.stream.listen((change) => tab.heard.push(change));
  tab.stream.start();
});

const change = (...tasks: string[]): LiveMessage & { kind: 'change' } => ({
  kind: 'change',
  tasks,
  created: 0,
  isOverflow: false,
});

describe('the tab that leads', () => {
  beforeEach(() => tab.begin());

  it('tells its listeners and the other tabs', () => {
    tab.connection.message({ kind: 'ready' });
    tab.connection.message(change('a'));
    expect(tab.heard).toEqual([everything, change('a')]);
    expect(tab.posted).toEqual([{ kind: 'ready' }, change('a')]);
    expect(tab.stream.state).toMatchObject({ connection: 'open', lastHeardOn: 0 });
  });

  it('knows the build of the server, and tells the other tabs', () => {
    tab.connection.message({ kind: 'ready', build: 'b2' });
    tab.connection.message({ kind: 'ready' });
    expect(tab.stream.state.serverBuild).toBe('b2');
    expect(tab.posted[0]).toEqual({ kind: 'ready', build: 'b2' });
  });

  it('knows what the operator may do, which is drawn when it changes and says that the service is there', () => {
    const drawn = vi.fn();
    tab.connection.message({ kind: 'ready', rights: 'r1' });
    tab.stream.watchState(drawn);
    tab.connection.message({ kind: 'rights', rights: 'r1' });
    expect([tab.stream.state.rights, drawn.mock.calls.length]).toEqual(['r1', 0]);
    tab.connection.message({ kind: 'rights', rights: 'r2' });
    expect([tab.stream.state.rights, drawn.mock.calls.length]).toEqual(['r2', 1]);
    expect(tab.posted.at(-1)).toEqual({ kind: 'rights', rights: 'r2' });
  });

  it('closes its connection while the session is being ended, and opens one again when it was not', () => {
    tab.stream.hold(true);
    tab.pass(60_000);
    expect(tab.connections.map(({ isClosed }) => isClosed)).toEqual([true]);
    tab.stream.hold(false);
    tab.pass(60_000);
    expect(tab.connections.filter(({ isClosed }) => !isClosed)).toHaveLength(1);
    expect(tab.posted.filter(({ kind }) => kind === 'hold')).toEqual([
      { kind: 'hold', isHeld: true },
      { kind: 'hold', isHeld: false },
    ]);
  });

  it('does not try again while another tab ends the session', () => {
    tab.connection.end();
    tab.hearPost({ kind: 'hold', isHeld: true });
    tab.pass(60_000);
    expect(tab.connections).toHaveLength(1);
    tab.hearPost({ kind: 'hold', isHeld: false });
    expect(tab.connections).toHaveLength(2);
  });

  it('passes an overflow on', () => {
    tab.connection.message({ ...change(), isOverflow: true });
    expect(tab.heard.map(({ isOverflow }) => isOverflow)).toEqual([true]);
  });

  it('connects again, later each time until a connection carries something', () => {
    const waits = [];
    for (let failures = 1; failures <= 6; failures++) {
      tab.connection.end();
      tab.connection.end();
      const before = tab.connections.length;
      const begunOn = tab.clock.now();
      while (tab.connections.length === before) tab.pass(100);
      waits.push(tab.clock.now() - begunOn);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
    tab.connection.message({ kind: 'ping' });
    tab.connection.end();
    expect(tab.stream.state.connection).toBe('lost');
    const before = tab.connections.length;
    tab.pass(500);
    expect(tab.connections.length).toBe(before + 1);
  });

  it('gives a connection up that was silent for five seconds, and says so', () => {
    tab.connection.message({ kind: 'ready' });
    tab.pass(3_500);
    tab.connection.message({ kind: 'ping' });
    tab.pass(4_400);
    const silent = tab.connection;
    expect([silent.isClosed, tab.stream.state.connection]).toEqual([false, 'open']);
    tab.pass(600);
    expect([silent.isClosed, tab.stream.state.connection]).toEqual([true, 'lost']);
    expect(tab.posted.at(-1)).toEqual({ kind: 'lost' });
    tab.pass(500);
    expect(tab.connections).toHaveLength(2);
  });

  it('is connected only by what a connection carries, and says when it heard it last', () => {
    expect(tab.stream.state).toEqual({ isPaused: false, connection: 'connecting', lastHeardOn: 0 });
    tab.pass(7_000);
    expect(tab.stream.state.lastHeardOn).toBe(0);
    tab.connection.message({ kind: 'ping' });
    expect(tab.stream.state).toEqual({ isPaused: false, connection: 'open', lastHeardOn: 7_000 });
    expect(tab.heard, 'a ping changes nothing').toEqual([]);
    tab.pass(1_000);
    tab.connection.end();
    expect(tab.stream.state).toEqual({ isPaused: false, connection: 'lost', lastHeardOn: 7_000 });
  });

  it('waits between three and five quarters of the pause, by chance', () => {
    const waits = [0, 1].map((chance) => {
      const other = new Tab(chance);
      other.stream.start();
      other.begin();
      other.connection.end();
      const begunOn = other.clock.now();
      while (other.connections.length === 1) other.pass(1);
      return other.clock.now() - begunOn;
    });
    expect(waits).toEqual([750, 1_250]);
  });

  it('gives a connection more time to begin, and then up', () => {
    tab.pass(14_900);
    expect(tab.connections[0]?.isClosed).toBe(false);
    tab.pass(100);
    expect(tab.connections[0]?.isClosed).toBe(true);
  });

  it('takes its own hold-up for no silence of the service', () => {
    tab.connection.message({ kind: 'ready' });
    for (let times = 0; times < 3; times += 1) {
      tab.stall(20_000);
      expect(tab.connection.isClosed).toBe(false);
      tab.connection.message({ kind: 'ping' }); // it had come meanwhile
    }
    expect([tab.connections.length, tab.stream.state.connection]).toEqual([1, 'open']);
  });

  it('draws nothing anew at a ping, and knows when it heard it', () => {
    tab.connection.message({ kind: 'ready' });
    let draws = 0;
    tab.stream.watchState(() => {
      draws += 1;
    });
    tab.pass(1_000);
    tab.connection.message({ kind: 'ping' });
    expect([draws, tab.stream.state.lastHeardOn]).toEqual([0, 1_000]);
  });
});

describe('a tab that follows', () => {
  it('hears what the leading tab posts, and has no connection', () => {
    tab.hearPost({ kind: 'ready' });
    tab.hearPost(change('a'));
    expect(tab.heard).toEqual([everything, change('a')]);
    expect([tab.connections, tab.posted]).toEqual([[], []]);
  });

  it('notices when it hears nothing more', () => {
    tab.hearPost({ kind: 'ping' });
    tab.pass(9_000);
    tab.hearPost({ kind: 'ping' });
    tab.pass(9_999);
    expect(tab.stream.state.connection, 'the leading tab may be busy').toBe('open');
    tab.pass(1);
    expect(tab.stream.state.connection).toBe('lost');
  });
});

describe('a pause', () => {
  it('does not make what is shown younger', () => {
    tab.hearPost({ kind: 'ready' });
    tab.stream.pause(true);
    tab.pass(8_000);
    tab.hearPost({ kind: 'ping' });
    expect(tab.stream.state.lastHeardOn).toBe(0);
    tab.stream.pause(false);
    tab.hearPost({ kind: 'ping' });
    expect(tab.stream.state.lastHeardOn).toBe(8_000);
  });

  it('keeps back what changes and tells it when it ends', () => {
    tab.stream.pause(true);
    tab.hearPost(change('a'));
    tab.hearPost(change('b'));
    expect(tab.heard).toEqual([]);
    tab.stream.pause(false);
    expect(tab.heard.map(({ tasks }) => tasks)).toEqual([['a', 'b']]);
    expect(tab.kept).toEqual([true, false]);
    tab.stream.pause(true);
    tab.stream.pause(false);
    expect(tab.heard, 'once').toHaveLength(1);
  });

  it('does not keep back what the operator changed here', () => {
    tab.hearPost({ kind: 'ready' });
    tab.stream.pause(true);
    tab.hearPost(change('a'));
    tab.stream.tellOwn(['b']);
    expect(tab.heard.slice(1).map(({ tasks }) => tasks)).toEqual([['b']]);
    expect(tab.posted, 'other tabs are paused').toEqual([]);
  });

  it('does not forget an overflow', () => {
    tab.stream.pause(true);
    tab.hearPost({ ...change(), isOverflow: true });
    tab.hearPost(change('a'));
    tab.stream.pause(false);
    expect(tab.heard[0]).toMatchObject({ isOverflow: true });
  });

  it('is that of all tabs, and lasts over a reload', () => {
    tab.hearPause(true);
    expect(tab.stream.state.isPaused).toBe(true);
    tab.hearPause(false);
    expect(tab.stream.state.isPaused).toBe(false);
    const reloaded = new Tab();
    reloaded.wasPaused = true;
    reloaded.stream.start();
    expect(reloaded.stream.state.isPaused).toBe(true);
  });
});

it('opens its browser once, and calls who watches its state', () => {
  let calls = 0;
  const stop = tab.stream.watchState(() => {
    calls += 1;
  });
  tab.stream.start();
  expect(tab.openings).toBe(1);
  tab.hearPost({ kind: 'lost' });
  expect([calls, tab.stream.state.connection]).toEqual([1, 'lost']);
  stop();
  tab.hearPost({ kind: 'ping' });
  expect(calls).toBe(1);
});

it('tells a listener nothing more once it has left', () => {
  const heard: LiveChange[] = [];
  const leave = tab.stream.listen((one) => heard.push(one));
  tab.hearPost(change('a'));
  leave();
  tab.hearPost(change('b'));
  expect([heard.length, tab.heard.length]).toEqual([1, 2]);
});

it('can be paused before it has begun', () => {
  const stream = new Tab().stream;
  stream.pause(true);
  expect(stream.state.isPaused).toBe(true);
});

it('gathers a burst for a subscriber: at once, then every 300 ms', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const calls: LiveChange[] = [];
    const { hear, stop } = gatherChanges(
      () => ['a', 'b'],
      (one) => calls.push(one),
    );
    hear(change('a'));
    expect(calls).toHaveLength(1);
    hear(change('z'));
    hear(change('b'));
    hear({ ...change(), isOverflow: true });
    expect(calls).toHaveLength(1);
    vi.advanceTimersByTime(300);
    expect(calls[1]).toEqual({ tasks: ['b'], created: 0, isOverflow: true });
    vi.advanceTimersByTime(300);
    hear(change('a'));
    expect(calls).toHaveLength(3);
    hear(change('a'));
    stop();
    vi.advanceTimersByTime(1_000);
    expect(calls).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});
