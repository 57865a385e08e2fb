import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AttemptList } from './attempt-list.tsx';

const error = (message: string) => ({ name: 'Error', message, fingerprint: 'f' });
const showError = () => null;
const attempt = (number: number, message: string) => ({
  attempt: number,
  startedOn: '2026-11-22T10:00:00.000Z',
  endedOn: '2026-11-22T10:00:01.000Z',
  error: error(message),
});

it('leaves out the error that the step shows, and shows those of earlier attempts', () => {
  const attempts = [attempt(1, 'no route'), attempt(2, 'card declined')];
  const html = renderToStaticMarkup(
    <AttemptList {...{ attempts, showError }} now={0} stepError={error('card declined')} stepStatus="failed" />,
  );
  expect(html).toContain('no route');
  expect(html).not.toContain('card declined');
});

it('shows a wait as waiting', () => {
  const [{ endedOn: _, error: __, ...waiting }] = [attempt(1, '')];
  const shown = (status: 'waiting' | 'running') =>
    renderToStaticMarkup(
      <AttemptList {...{ showError }} attempts={[waiting]} now={0} stepError={undefined} stepStatus={status} />,
    );
  expect(shown('waiting')).toContain('lucide-hourglass');
  expect(shown('running')).not.toContain('lucide-hourglass');
});
