import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hiddenMessage } from '#contract';
import { ErrorList } from './error-list.tsx';

test.each([
  ['no rate', 'TypeError: no rate'],
  ['', 'TypeError'],
  [hiddenMessage, 'TypeError: message redacted'],
])('an error with the message %j is told as on its page', (message, words) => {
  const time = '2026-11-28T15:00:00.000Z';
  const error = { name: 'TypeError', message, step: 'save carts/alice' };
  const failure = {
    fingerprint: '3-1',
    error,
    type: 'order',
    taskId: 'order-1',
    count: 1,
    firstSeenOn: time,
    lastSeenOn: time,
  };
  const drawn = renderToStaticMarkup(<ErrorList errors={[failure]} windowName="hour" />);
  expect(drawn.replaceAll(/<[^>]*>/g, '')).toContain(`1${words}orderin step “save carts/id”`);
});
