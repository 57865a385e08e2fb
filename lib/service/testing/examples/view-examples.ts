import type { Scope } from '#contract';
import type { Given } from '../canaries/generate.ts';
import { bodyOf, type Examples, type Planter } from '../canaries/planting.ts';
import { ruleOf } from '../canaries/rules.ts';
import type { TestRequest } from '../test-service.ts';

/** What it takes to read a list that can have views. */
const lists: readonly Scope[] = ['tasks/read', 'logs/read', 'state/read'];

/** Everyone sees it who may read its list. */
function shared({ canaries }: Planter, name: 'CreateView' | 'UpdateView'): Given {
  const place = `${name}/settings/sort`;
  return { [`${name}/isShared`]: true, [`${name}/settings`]: { sort: canaries.text(place, ruleOf(place)) } };
}

function viewOf(planter: Planter, list: string): TestRequest {
  return bodyOf(planter, 'CreateView', {
    ...shared(planter, 'CreateView'),
    'CreateView/list': list,
    'CreateView/storeName': list === 'state' ? 'vault' : undefined,
  });
}

async function viewId(planter: Planter, list = 'tasks'): Promise<string> {
  const { body } = await planter.must('CreateView', { request: viewOf(planter, list) });
  return (body as { id: string }).id;
}

/** How the walk calls each operation on views, and the one that shares presence. */
export const viewExamples = {
  ListViews: {
    access: ['GET', '/v1/views', 'authenticated', [...lists, 'operators/manage']],
    calls: async (planter) => {
      for (const list of ['tasks', 'errors', 'logs', 'state']) await viewId(planter, list);
      return [{ query: { maxPageSize: '1000' } }];
    },
  },
  CreateView: {
    access: ['POST', '/v1/views', 'authenticated', lists, 'audited'],
    calls: (planter) => [{ request: viewOf(planter, 'tasks') }, { request: viewOf(planter, 'state') }],
  },
  UpdateView: {
    access: ['PATCH', '/v1/views/{id}', 'authenticated', [...lists, 'operators/manage'], 'audited'],
    calls: async (planter) => {
      const request = () => bodyOf(planter, 'UpdateView', { ...shared(planter, 'UpdateView'), 'UpdateView/place': 0 });
      return [
        { params: { id: await viewId(planter) }, request: request() },
        { params: { id: await viewId(planter, 'state') }, request: request() },
      ];
    },
  },
  DeleteView: {
    access: ['DELETE', '/v1/views/{id}', 'authenticated', [...lists, 'operators/manage'], 'audited'],
    calls: async (planter) => [{ params: { id: await viewId(planter) } }],
  },
  SharePresence: {
    access: ['POST', '/v1/presence', 'authenticated', ['tasks/read', 'state/read']],
    calls: async ({ service }) => {
      await service.database`
      insert into presence (record, owner, name) values ('["task","all",null]', 'operator:ada', 'ada@example.org')
      on conflict (record, owner) do update set seen_on = now()`;
      return [
        { request: { body: { kind: 'task', id: 'all' } } },
        { request: { body: { kind: 'entry', id: 'marked', storeName: 'vault' } } },
      ];
    },
  },
  CountMatches: {
    access: ['POST', '/v1/match-counts', 'authenticated', [...lists, 'steps/read']],
    calls: () => [
      {
        request: {
          body: {
            lists: [
              { list: 'tasks', query: 'search=a' },
              { list: 'errors', query: '' },
              { list: 'state', storeName: 'vault', query: '' },
            ],
          },
        },
      },
    ],
  },
} satisfies Partial<Examples>;
