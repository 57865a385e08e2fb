import type { Verbs } from '../verb.ts';
import { createAlert, deleteAlert, updateAlert } from './change.ts';
import { requireConditionInside, requireFleetScope } from './rights.ts';
import { lineOf } from './text.ts';

/** The verbs of the operations on alerts. */
export const alertVerbs = {
  ListAlerts: ({ engine }, { query, caller }) => engine.listAlerts(query, caller.bounds),
  CreateAlert: createAlert,
  PreviewAlert: async ({ engine }, call) => {
    const { condition } = call.body;
    requireFleetScope(call, condition);
    await requireConditionInside(engine, call, condition);
    const { subjects, ...preview } = await engine.previewAlert(condition);
    const findings = subjects.map((subject) => {
      const { id, count, value } = subject;
      return { id, count, ...(value !== undefined && { value }), text: lineOf(condition.kind, subject) };
    });
    return { ...preview, findings };
  },
  GetAlert: ({ engine }, { params, caller }) => engine.getAlert(params.id, caller.bounds),
  UpdateAlert: updateAlert,
  DeleteAlert: deleteAlert,
  TestAlert: async ({ engine }, { params, caller, note }) => {
    const notice = await engine.testAlert(params.id, caller, caller.bounds);
    note.detail = notice.id;
    return notice;
  },
  ListAlertDeliveries: ({ engine }, { params, query, caller }) =>
    engine.listAlertDeliveries(params.id, query, caller.bounds),
} satisfies Partial<Verbs>;
