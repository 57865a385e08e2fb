import { expect, test } from 'vitest';
import { type Approval, approval, limits } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

test('a page holds no more than pageBytes of what is asked for, and the next page has the rest', async () => {
  const policy = 'x'.repeat(limits.pageBytes / 4);
  const shown = JSON.stringify({ what: 'Set the policy', facts: [], before: { policy }, after: { policy } });
  await service.database`
    insert into approval (operation, shown, needs, reason, owner, asked_by, asked_on, expires_on)
    select 'SetStorePolicy', ${shown}::text::jsonb, ${['operators/manage']}::text[], n::text, 'operator:ada', 'ada',
      now() - n * interval '1 minute', now() + interval '1 hour'
    from generate_series(1, 4) n`;
  const reasons: string[][] = [];
  for (let path: string | undefined = '/v1/approvals'; path !== undefined; ) {
    const { body, text } = await service.call('GET', path, { token: service.allKey });
    const { value, nextLink } = body as { value: Approval[]; nextLink?: string };
    expect(text.length).toBeLessThan(limits.pageBytes + 64 * 1024);
    for (const item of value) expect(approval.strict().parse(item).asked?.what).toBe('Set the policy');
    reasons.push(value.map(({ reason }) => reason));
    path = nextLink?.replace(service.url, '');
  }
  expect(reasons).toEqual([['1'], ['2'], ['3'], ['4']]);
});
