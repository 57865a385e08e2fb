// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from '@/components/run/run.factory.ts';
import { RememberedLayoutsProvider } from '@/components/table/remembered-layouts.tsx';
import { answerReads, refusal } from '../../testing/show-hook.ts';
import { pageSays, showPage, standInBrowser } from '../../testing/show-page.tsx';
import { AuditTab } from './audit-tab.tsx';
import { EventsTab } from './events-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { LogsTab } from './logs-tab.tsx';

beforeEach(() => {
  standInBrowser();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});

const tabs = {
  Logs: () => <LogsTab taskId="t" run={run.failed()} stepName={() => undefined} />,
  Events: () => <EventsTab taskId="t" onRaise={() => {}} raiseReason={undefined} />,
  History: () => <HistoryTab taskId="t" seen={1} onOpen={() => {}} />,
  Audit: () => <AuditTab taskId="t" />,
};
const show = (tab: keyof typeof tabs) =>
  showPage(() => <RememberedLayoutsProvider initial={new Map()}>{tabs[tab]()}</RememberedLayoutsProvider>, {
    scopes: ['audit/read', 'events/read', 'logs/read'],
  });

describe.each(['Logs', 'Events', 'History', 'Audit'] as const)('the tab %s', (tab) => {
  it('says that the task was deleted meanwhile, and offers no other try and no download', async () => {
    answerReads(() => refusal(404, 'TaskNotFound'));
    await show(tab);
    await pageSays('The task is deleted.');
    expect(document.body.textContent).not.toMatch(/Try again|Download/);
  });

  it('offers another try where that can help', async () => {
    answerReads(() => refusal(503, 'ServiceUnavailable'));
    await show(tab);
    await pageSays('Try again');
  });
});
