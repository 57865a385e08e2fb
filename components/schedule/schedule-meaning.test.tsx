import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ScheduleMeaning } from './schedule-meaning.tsx';

const hint = 'They appear here when a cron expression is entered';

it('says what will stand there until a cron expression is entered', () => {
  const shown = (hasCron: boolean) =>
    renderToStaticMarkup(<ScheduleMeaning meaning={undefined} timeZone="UTC" hasCron={hasCron} />);
  expect(shown(false)).toContain(hint);
  expect(shown(true)).not.toContain(hint);
});
