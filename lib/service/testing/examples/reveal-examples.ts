import type { RevealTarget } from '#contract';
import { anyJson } from '../canaries/generate.ts';
import type { Examples, Planter } from '../canaries/planting.ts';
import { ruleOf } from '../canaries/rules.ts';
import { adminEmail, adminPassword } from '../test-service.ts';

/** One of these is needed, by what a request asks for. */
const approvable = ['steps/read', 'secrets/manage', 'operators/manage', 'state/delete', 'tasks/delete'] as const;

/** A reveal by the key with every scope. */
async function revealOf(planter: Planter, target: RevealTarget): Promise<string> {
  const { body } = await planter.must('CreateReveal', { request: bodyFor(planter, target) });
  return (body as { id: string }).id;
}

/** What asks for a reveal of a target, with a canary as its reason. */
export function bodyFor({ canaries }: Pick<Planter, 'canaries'>, target: RevealTarget) {
  return { body: { target, reason: canaries.text('CreateReveal/reason', ruleOf('CreateReveal/reason')) } };
}

/** A new entry with hidden canaries. */
export async function hiddenEntry({ must, canaries, next }: Planter): Promise<{ storeName: string; id: string }> {
  const target = { storeName: 'vault', id: `revealed-${next()}` };
  const body = { value: anyJson(canaries, 'SaveState/value'), sensitive: ['/hidden'] };
  await must('SaveState', { params: target, request: { body } });
  return target;
}

/** What asks somebody else to grant a reveal. */
function requestFor({ canaries }: Pick<Planter, 'canaries'>, target: RevealTarget) {
  const reason = canaries.text('CreateApproval/reason', ruleOf('CreateApproval/reason'));
  return { body: { operation: 'CreateReveal', target, reason } };
}

/** What asks somebody else to delete an entry. */
function deletionRequestFor(
  { canaries }: Pick<Planter, 'canaries'>,
  { storeName, id }: { storeName: string; id: string },
) {
  const reason = canaries.text('CreateApproval/reason', ruleOf('CreateApproval/reason'));
  return { body: { operation: 'DeleteBulkState', params: { storeName }, body: { deletes: [{ id }] }, reason } };
}

/** What asks somebody else to set a secret, whose value nobody sees. */
function secretRequestFor({ canaries }: Pick<Planter, 'canaries'>) {
  const reason = canaries.text('CreateApproval/reason', ruleOf('CreateApproval/reason'));
  const value = canaries.text('SetSecret/value', ruleOf('SetSecret/value'));
  return { body: { operation: 'SetSecret', params: { name: 'ASKED' }, body: { value }, reason } };
}

/** A secret that somebody asked to set twice, and that a person who is signed in has set once. */
async function performedFor(planter: Planter): Promise<void> {
  const signIn = { email: adminEmail, password: adminPassword };
  const { body: signedIn } = await planter.must('SignIn', { request: { body: signIn } });
  const { body } = await planter.must('CreateApproval', { request: secretRequestFor(planter) });
  const token = (signedIn as { accessToken: string }).accessToken;
  const params = { id: (body as { id: string }).id };
  await planter.must('AnswerApproval', { params, request: { token, body: { isGranted: true } } });
  await planter.must('CreateApproval', { request: secretRequestFor(planter) });
}

async function askedBy(planter: Planter, token: string, target: RevealTarget): Promise<string> {
  const { body } = await planter.must('CreateApproval', { request: { token, ...requestFor(planter, target) } });
  return (body as { id: string }).id;
}

/** A reveal that somebody else granted. */
async function grantedTo(planter: Planter, token: string, target: RevealTarget): Promise<string> {
  const id = await askedBy(planter, token, target);
  const note = planter.canaries.text('AnswerApproval/note', ruleOf('AnswerApproval/note'));
  await planter.must('AnswerApproval', { params: { id }, request: { body: { isGranted: true, note } } });
  const { body } = await planter.must('CreateReveal', { request: { token, body: { approvalId: id } } });
  return (body as { id: string }).id;
}

const run = { taskId: 'all', runCount: 1 };

/** How the walk calls each operation on reveals: no caller of it gets the values of another one's reveal. */
export const revealExamples = {
  CreateReveal: {
    access: ['POST', '/v1/reveals', 'authenticated', ['sensitive/reveal', 'state/read', 'tasks/read'], 'audited'],
    calls: async (planter) => [
      { request: bodyFor(planter, await hiddenEntry(planter)) },
      { request: bodyFor(planter, run) },
    ],
  },
  ListReveals: {
    access: ['GET', '/v1/reveals', 'authenticated', ['state/read', 'tasks/read']],
    calls: async (planter) => {
      const entry = await hiddenEntry(planter);
      for (const _ of [1, 2]) await revealOf(planter, entry);
      await grantedTo(planter, await planter.service.key('tasks/read'), run);
      return [
        { query: { storeName: entry.storeName, entryId: entry.id } },
        { query: { taskId: 'all', runCount: '1' } },
      ];
    },
  },
  GetRevealed: {
    access: [
      'GET',
      '/v1/reveals/{id}/values',
      'authenticated',
      ['sensitive/reveal', 'state/read', 'tasks/read', 'steps/read'],
    ],
    calls: async (planter) => {
      const entry = await revealOf(planter, await hiddenEntry(planter));
      const ofRun = await revealOf(planter, run);
      const failed = await revealOf(planter, { taskId: 'failing', runCount: 1 });
      return [
        { params: { id: entry } },
        { params: { id: ofRun } },
        { params: { id: ofRun }, query: { sequence: '0' } },
        { params: { id: failed } },
      ];
    },
  },
  CreateApproval: {
    access: [
      'POST',
      '/v1/approvals',
      'authenticated',
      ['state/read', 'tasks/read', ...approvable, 'sensitive/read'],
      'audited',
    ],
    calls: async (planter) => [
      { request: requestFor(planter, await hiddenEntry(planter)) },
      { request: deletionRequestFor(planter, await hiddenEntry(planter)) },
      { request: secretRequestFor(planter) },
    ],
  },
  ListApprovals: {
    access: [
      'GET',
      '/v1/approvals',
      'authenticated',
      ['approvals/grant', 'sensitive/reveal', 'state/read', 'tasks/read', ...approvable],
    ],
    calls: async (planter) => {
      for (const by of [planter.service.allKey, await planter.service.key('state/read', 'tasks/read')])
        for (const target of [await hiddenEntry(planter), run]) await askedBy(planter, by, target);
      await performedFor(planter);
      return [{}, { query: { view: 'own' } }, { query: { view: 'others' } }];
    },
  },
  AnswerApproval: {
    access: [
      'POST',
      '/v1/approvals/{id}/answer',
      ['approvals/grant'],
      ['sensitive/reveal', 'state/read', 'tasks/read', ...approvable],
      'audited',
    ],
    calls: async (planter) => {
      const id = await askedBy(planter, await planter.service.key('tasks/read'), run);
      const note = planter.canaries.text('AnswerApproval/note', ruleOf('AnswerApproval/note'));
      return [{ params: { id }, request: { body: { isGranted: true, note } } }];
    },
  },
  WithdrawApproval: {
    access: [
      'POST',
      '/v1/approvals/{id}/withdraw',
      'authenticated',
      ['state/read', 'tasks/read', ...approvable],
      'audited',
    ],
    calls: async (planter) => {
      const { service } = planter;
      return [
        { params: { id: await askedBy(planter, service.allKey, run) } },
        { params: { id: await askedBy(planter, service.allKey, await hiddenEntry(planter)) } },
      ];
    },
  },
  EndReveal: {
    access: ['DELETE', '/v1/reveals/{id}', 'authenticated', [], 'audited'],
    calls: async (planter) => [{ params: { id: await revealOf(planter, run) } }],
  },
} satisfies Partial<Examples>;
