import type { RevealTarget } from '#contract';
import { anyJson } from './generate.ts';
import type { Planter, Requests } from './planting.ts';
import { ruleOf } from './rules.ts';

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

const run = { taskId: 'all', runCount: 1 };

/** How the walk calls each operation on reveals: no caller of it gets the values of another one's reveal. */
export const revealRequests = {
  CreateReveal: async (planter) => [
    { request: bodyFor(planter, await hiddenEntry(planter)) },
    { request: bodyFor(planter, run) },
  ],
  ListReveals: async (planter) => {
    const entry = await hiddenEntry(planter);
    for (const _ of [1, 2]) await revealOf(planter, entry);
    await revealOf(planter, run);
    return [{ query: { storeName: entry.storeName, entryId: entry.id } }, { query: { taskId: 'all', runCount: '1' } }];
  },
  GetRevealed: async (planter) => {
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
  EndReveal: async (planter) => [{ params: { id: await revealOf(planter, run) } }],
} satisfies Partial<Requests>;
