import type { AlertCondition, AlertPreview } from '#contract';
import { previewAlert } from './actions.ts';

/** Resolves with what an alert with a condition would tell of, or with why that is not known. */
export async function showPreview(condition: AlertCondition): Promise<{ preview: AlertPreview } | { problem: string }> {
  const answer = await previewAlert({ condition });
  return answer.ok ? { preview: answer.value } : { problem: answer.problem.detail };
}
