import type { Verb } from '../verb.ts';
import { requireConditionInside, requireFleetScope } from './rights.ts';
import { lineOf } from './text.ts';

export const previewAlert: Verb<'PreviewAlert'> = async ({ engine }, call) => {
  const { condition } = call.body;
  requireFleetScope(call, condition);
  await requireConditionInside(engine, call, condition);
  const { subjects, ...preview } = await engine.previewAlert(condition);
  const findings = subjects.map((subject) => {
    const { id, count, value } = subject;
    return { id, count, ...(value !== undefined && { value }), text: lineOf(condition.kind, subject) };
  });
  return { ...preview, findings };
};
