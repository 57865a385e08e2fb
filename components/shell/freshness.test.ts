import { expect, it } from 'vitest';
import { ageWords, freshnessOf, freshnessWord, type ShownLive } from './freshness.ts';

const live: ShownLive = { isPaused: false, connection: 'open', lastHeardOn: 5_000, failingSince: undefined };

it('is live only with an open stream whose page can be read again', () => {
  expect(freshnessOf(live, false)).toEqual({ state: 'live' });
  expect(freshnessOf({ ...live, connection: 'connecting' }, false)).toEqual({ state: 'connecting' });
  expect(freshnessOf({ ...live, failingSince: 3_000 }, false)).toEqual({
    ...{ state: 'stale', since: 3_000 },
    isCutOff: false,
  });
  expect(freshnessOf({ ...live, connection: 'lost' }, false)).toEqual({ state: 'stale', since: 5_000, isCutOff: true });
  expect(freshnessOf(live, true)).toEqual({ state: 'stale', since: 5_000, isCutOff: true });
});

it('goes by the older one, when reads fail and then the stream is lost', () => {
  const lost: ShownLive = { ...live, connection: 'lost', failingSince: 3_000 };
  expect(freshnessOf(lost, false)).toEqual({ state: 'stale', since: 3_000, isCutOff: true });
});

it('is paused whatever else happens', () => {
  const paused: ShownLive = { ...live, isPaused: true, connection: 'lost', failingSince: 3_000 };
  expect(freshnessOf(paused, true)).toEqual({ state: 'paused', since: 5_000 });
});

it('has one word for data that cannot be refreshed, whatever the cause', () => {
  const words = [true, false].map((isCutOff) => freshnessWord({ state: 'stale', since: 0, isCutOff }));
  expect(words).toEqual(['Cannot refresh', 'Cannot refresh']);
  expect([0, 1_400, 119_400, 120_000, 3_600_000].map(ageWords)).toEqual(['1 s', '1 s', '119 s', '2 min', '60 min']);
});
