import { bodyOf, type Examples, type Planter } from '../canaries/planting.ts';
import { ruleOf } from '../canaries/rules.ts';
import type { TestRequest } from '../test-service.ts';

/** An alert about every cause, whose deliveries are refused: the address is not public. */
function alertOf(planter: Planter, name: 'CreateAlert' | 'UpdateAlert'): TestRequest {
  const { canaries } = planter;
  const place = `${name}/channels/url`;
  const url = `http://127.0.0.1:59998/${canaries.text(place, ruleOf(place))}`;
  const signingKey = `a long ${canaries.text(`${name}/channels/signingKey`, ruleOf(place))}`;
  return bodyOf(planter, name, {
    [`${name}/condition`]: { kind: 'cause', type: 'canary.*' },
    [`${name}/channels`]: [{ kind: 'webhook', url, signingKey }],
    [`${name}/isEnabled`]: true,
  });
}

async function alertId(planter: Planter): Promise<string> {
  const { body } = await planter.must('CreateAlert', { request: alertOf(planter, 'CreateAlert') });
  return (body as { id: string }).id;
}

/** An alert that is muted and has sent a test. */
async function mutedId(planter: Planter): Promise<string> {
  const id = await alertId(planter);
  await planter.must('UpdateAlert', { params: { id }, request: alertOf(planter, 'UpdateAlert') });
  await planter.must('TestAlert', { params: { id } });
  return id;
}

const told = new WeakMap<Planter, Promise<string>>();

/** One alert for the whole walk, whose deliveries have ended: that takes a second. */
function toldId(planter: Planter): Promise<string> {
  const known = told.get(planter) ?? tell(planter);
  told.set(planter, known);
  return known;
}

async function tell(planter: Planter): Promise<string> {
  const id = await alertId(planter);
  await planter.must('TestAlert', { params: { id } });
  await planter.service.database`
    insert into alert_subject (alert_key, subject, pending, value) select key, 'none', 1, 1 from alert where id = ${id}`;
  for (;;) {
    const { body } = await planter.must('ListAlertDeliveries', { params: { id } });
    const { value } = body as { value: { endedOn?: string }[] };
    if (value.length === 2 && value.every(({ endedOn }) => endedOn !== undefined)) return id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** How the walk calls each operation on alerts. */
export const alertExamples = {
  ListAlerts: {
    access: ['GET', '/v1/alerts', ['alerts/read'], []],
    calls: async (planter) => {
      for (const _ of [1, 2]) await mutedId(planter);
      return [{}, { query: { maxPageSize: '1' } }];
    },
  },
  CreateAlert: {
    access: ['POST', '/v1/alerts', ['alerts/manage', 'tasks/read'], ['workers/read'], 'audited'],
    calls: (planter) => [{ request: alertOf(planter, 'CreateAlert') }],
  },
  PreviewAlert: {
    access: ['POST', '/v1/alert-previews', ['alerts/manage', 'tasks/read'], ['workers/read']],
    calls: () => [
      { request: { body: { condition: { kind: 'cause', type: 'canary.*' } } } },
      { request: { body: { condition: { kind: 'queueWait', afterInMs: 1_000 } } } },
    ],
  },
  GetAlert: {
    access: ['GET', '/v1/alerts/{id}', ['alerts/read'], []],
    calls: async (planter) => [{ params: { id: await mutedId(planter) } }],
  },
  UpdateAlert: {
    access: ['PATCH', '/v1/alerts/{id}', ['alerts/manage', 'tasks/read'], ['workers/read'], 'audited'],
    calls: async (planter) => [{ params: { id: await alertId(planter) }, request: alertOf(planter, 'UpdateAlert') }],
  },
  DeleteAlert: {
    access: ['DELETE', '/v1/alerts/{id}', ['alerts/manage'], [], 'audited'],
    calls: async (planter) => [{ params: { id: await alertId(planter) } }],
  },
  TestAlert: {
    access: ['POST', '/v1/alerts/{id}/test', ['alerts/manage', 'tasks/read'], [], 'audited'],
    calls: async (planter) => [{ params: { id: await alertId(planter) } }],
  },
  ListAlertDeliveries: {
    access: ['GET', '/v1/alerts/{id}/deliveries', ['alerts/read'], []],
    calls: async (planter) => {
      const id = await toldId(planter);
      return [{ params: { id } }, { params: { id }, query: { maxPageSize: '1' } }];
    },
  },
} satisfies Partial<Examples>;
