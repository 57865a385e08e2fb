import { expect, test } from 'vitest';
import { mergeChannels } from './merge-channels.ts';

const key = 'a key of some length';
const before = mergeChannels({ shown: [], secrets: {} }, [
  { kind: 'webhook', url: 'https://one.example/a', signingKey: key },
  { kind: 'slack', url: 'https://hooks.slack.example/b' },
]);
const [webhook = '', slack = ''] = before.shown.map(({ id }) => id);

test('a channel with the id of an existing one keeps what is omitted', () => {
  expect(mergeChannels(before, [{ kind: 'webhook', id: webhook }]).secrets).toEqual({
    [webhook]: { url: 'https://one.example/a', signingKey: key },
  });
  const moved = mergeChannels(before, [{ kind: 'webhook', id: webhook, url: 'https://one.example/c' }]);
  expect(moved.secrets[webhook]).toEqual({ url: 'https://one.example/c', signingKey: key });
});

test.each([
  ['that is of another kind', [{ kind: 'slack' as const, id: webhook }], '/channels/0/id'],
  ['that occurs twice', [1, 2].map(() => ({ kind: 'slack' as const, id: slack })), '/channels/1/id'],
  ['that there is not', [{ kind: 'slack' as const, id: 'none' }], '/channels/0/id'],
])('an id %s is refused', (_, given, pointer) => {
  expect(() => mergeChannels(before, given)).toThrow(
    expect.objectContaining({ details: [expect.objectContaining({ pointer })] }),
  );
});

test('a webhook that moves to another host needs its signing key again', () => {
  const moved = { kind: 'webhook' as const, id: webhook, url: 'https://two.example/a' };
  expect(() => mergeChannels(before, [moved])).toThrow('needs its signing key again');
  expect(mergeChannels(before, [{ ...moved, signingKey: key }]).secrets[webhook]).toMatchObject({ url: moved.url });
});
