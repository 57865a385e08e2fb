// @vitest-environment jsdom
import { createElement } from 'react';
import { beforeEach, expect, it } from 'vitest';
import type { EventRow } from '@/components/event/event-columns.tsx';
import { answerReads } from '../../testing/show-hook.ts';
import { pageSays, showPage, standInBrowser } from '../../testing/show-page.tsx';
import { EventsTab } from './events-tab.tsx';

const event: EventRow = {
  id: 'e1',
  taskId: 't1',
  name: 'approval',
  data: { value: { by: 'ada' } },
  raisedOn: '2026-11-21T09:00:00.000Z',
  raisedBy: 'ada@example.com',
  runCount: 1,
};

let rest: { continuationToken?: string };
beforeEach(() => {
  standInBrowser();
  rest = {};
  answerReads(() => ({ value: [event], ...rest }));
});

const show = (search: string) =>
  showPage(() => createElement(EventsTab, { taskId: 't1', onRaise() {}, raiseReason: undefined }), {
    search,
    scopes: ['events/read'],
  });

it('shows what the event of a link carried', async () => {
  await show('?event=e1');
  await pageSays('Raised');
  expect(document.body.textContent).toContain('while run 1 was current; not consumed yet');
});

it('asks to open one where a link names none', async () => {
  await show('');
  await pageSays('Open an event to see what it carried.');
});

it('says that the event of a link is not there, or that it is further down', async () => {
  const page = await show('?event=e9');
  await pageSays('This task has no event with the id of this link.');
  page.end();
  rest = { continuationToken: 'next' };
  await show('?event=e9');
  await pageSays('The event of this link is further down in the list');
});

it('says what is missing, and asks for nothing, without the scope of the events', async () => {
  const { asked } = answerReads(() => ({ value: [] }));
  await showPage(() => createElement(EventsTab, { taskId: 't1', onRaise() {}, raiseReason: undefined }));
  await pageSays('You cannot read the events');
  expect(document.body.textContent).toContain('You need the scope events/read.');
  expect(asked).toEqual([]);
});
