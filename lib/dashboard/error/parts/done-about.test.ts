import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ErrorGroup } from '#contract';
import { ScopesProvider } from '../../access/scopes-context.tsx';
import { errorKeys } from '../error-queries.ts';
import { DoneAbout } from './done-about.tsx';

const group: ErrorGroup = {
  ...{ id: '2-a', type: 'order', status: 'ongoing', isSensitive: false, fingerprints: ['2-a'] },
  etag: '"1"',
  error: { name: 'PaymentError', message: 'card declined' },
  occurrences: { from: '2026-11-21T10:00:00.000Z', intervalInMs: 3_600_000, counts: [0, 4] },
  ...{ failureCount: 4, taskCount: 4, failedTaskCount: 3 },
  ...{ firstSeenOn: '2026-11-21T11:00:00.000Z', lastSeenOn: '2026-11-21T11:30:00.000Z' },
};

it('says that nothing was done only once that is known', () => {
  const queryClient = new QueryClient();
  const page = ScopesProvider({ scopes: ['audit/read'], children: createElement(DoneAbout, { group }) });
  const shown = () => renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, page));
  expect(shown()).not.toContain('Nobody has');
  queryClient.setQueryData([...errorKeys.audit('2-a'), group.changedOn, group.name, group.owner], { value: [] });
  expect(shown()).toContain('Nobody has');
});
