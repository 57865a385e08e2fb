// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { run } from '@/components/run/run.factory.ts';
import { steps } from '@/components/step/step.factory.ts';
import { answerReads, refusal, showHook } from '../testing/show-hook.ts';
import { useFarStep } from './use-far-step.ts';

const near = [steps.failed(0, 10, { name: 'optional', sequence: 0 }), steps.succeeded(20, 30, { sequence: 1 })];
const far = steps.failed(900, 990, { name: 'check', sequence: 9_991 });
const failed = run.failed({ error: { name: 'Error', message: 'no', step: 'check', fingerprint: 'a' } });
const settings = { taskId: 't', run: failed, loaded: near, areRead: true, selected: null };

it('finds the step that the run failed in after all that are loaded', async () => {
  const { asked } = answerReads(() => ({ value: [far] }));
  const found = await showHook(() => useFarStep({ ...settings, hasMore: true }));
  await vi.waitFor(() => expect(found.now.trouble).toEqual(far)); // and not the other step that failed
  expect(asked).toEqual([expect.stringMatching(/steps\?name=check$/)]);
});

it('asks for nothing when all steps are loaded, or the step is among them', async () => {
  const { asked } = answerReads(() => ({ value: [] }));
  const all = await showHook(() => useFarStep({ ...settings, hasMore: false }));
  expect(all.now.trouble?.name).toBe('optional');
  all.end();
  const known = await showHook(() => useFarStep({ ...settings, loaded: [...near, far], hasMore: true }));
  expect(known.now.trouble).toEqual(far);
  known.end();
  expect(asked).toEqual([]);
});

it('reads the step that the address names when it is not loaded', async () => {
  const { asked } = answerReads(({ searchParams }) => (searchParams.has('name') ? { value: [] } : far));
  const found = await showHook(() => useFarStep({ ...settings, hasMore: true, selected: 9_991 }));
  await vi.waitFor(() => expect(found.now.chosen).toEqual(far));
  expect(asked).toContainEqual(expect.stringMatching(/steps\/9991$/));
});

it('asks once for a step that the run does not have, and says that it is absent', async () => {
  const { asked } = answerReads(({ pathname, searchParams }) => {
    if (searchParams.has('name')) return { value: [] };
    return pathname.endsWith('/steps/9992') ? refusal(404, 'StepNotFound') : far;
  });
  const found = await showHook(() => useFarStep({ ...settings, hasMore: true, selected: 9_992 }));
  await vi.waitFor(() => expect(found.now.isAbsent).toBe(true));
  expect(asked.filter((path) => path.endsWith('/steps/9992'))).toHaveLength(1);
});

it('says without asking that a step is absent when all are loaded, and not before', async () => {
  const { asked } = answerReads(() => ({ value: [] }));
  const absent = { ...settings, hasMore: false, selected: 7 };
  expect((await showHook(() => useFarStep(absent))).now.isAbsent).toBe(true);
  expect((await showHook(() => useFarStep({ ...absent, selected: 1 }))).now.isAbsent).toBe(false);
  expect((await showHook(() => useFarStep({ ...absent, loaded: [], areRead: false }))).now.isAbsent).toBe(false);
  expect(asked).toEqual([]);
});
