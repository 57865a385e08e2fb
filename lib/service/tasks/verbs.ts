import { TaskdeckError, withinTaskBounds } from '#contract';
import { hasTask } from '../access/bounds.ts';
import { actorOf } from '../access/caller.ts';
import { noteReason } from '../audit/note-reason.ts';
import { inLongTurn } from '../callers/in-turn.ts';
import { seeComparison } from '../records/see-comparison.ts';
import { seeChangedTask, seeTask } from '../records/see-task.ts';
import type { Verbs } from '../verb.ts';
import { createTask } from './create.ts';
import { endInTurn } from './end-in-turn.ts';
import { listTasks } from './list.ts';
import { requireStepScope } from './step-scope.ts';
import { updateTask } from './update.ts';
import { waitForTask } from './wait.ts';

/** The verbs of the operations on tasks. */
export const taskVerbs = {
  CreateTask: createTask,
  ListTasks: listTasks,
  CompareTasks: async ({ engine }, call) => {
    requireStepScope(call, call.query);
    const reading = { mayShow: call.may('sensitive/read'), hasSteps: call.may('steps/read') };
    const { bounds } = call.caller;
    const query = withinTaskBounds(call.query, bounds);
    const compare = (signal: AbortSignal) => engine.compareTasks(query, reading, { signal }, bounds);
    return seeComparison(call, await inLongTurn(call, compare));
  },
  GetTaskDurations: ({ engine }, call) => {
    requireStepScope(call, call.query);
    return engine.getTaskDurations(withinTaskBounds(call.query, call.caller.bounds));
  },
  /**
   * With `waitInMs`, answers when the task has ended, the time is over, or the service stops, with the task as it is
   * then.
   */
  GetTask: async ({ engine }, call) => {
    const { waitInMs = 0 } = call.query;
    const { id } = call.params;
    return seeTask(call, waitInMs > 0 ? await endInTurn(engine, call, waitInMs) : await engine.getTask(id));
  },
  WaitForTask: waitForTask,
  UpdateTask: updateTask,
  /** Answers 204 also when the task does not exist. With a condition, it must exist. */
  DeleteTask: async ({ engine }, { params, query, ifMatch, note, caller }) => {
    const isReached = caller.bounds === undefined || (await hasTask(engine, params.id, caller));
    const wasThere = isReached && (await engine.deleteTask(params.id, { force: query.force, ifMatch }));
    if (!wasThere && ifMatch !== undefined)
      throw new TaskdeckError('PreconditionFailed', `If-Match was given, but there is no task "${params.id}"`);
    note.detail = wasThere ? (query.force ? 'forced' : 'deleted') : 'there was none';
  },
  CancelTask: async ({ engine }, call) => {
    noteReason(call);
    return seeChangedTask(call, await engine.cancelTask(call.params.id, call.body?.runCount));
  },
  PauseTask: async ({ engine }, call) => {
    noteReason(call);
    const by = { name: call.caller.name };
    return seeChangedTask(call, await engine.pauseTask(call.params.id, by, call.body?.runCount));
  },
  ResumeTask: async ({ engine }, call) => {
    noteReason(call);
    return seeChangedTask(call, await engine.resumeTask(call.params.id, call.body?.runCount));
  },
  WakeTask: async ({ engine }, call) => {
    noteReason(call);
    return seeChangedTask(call, await engine.wakeTask(call.params.id, call.body?.until));
  },
  RerunTask: async ({ engine }, call) => {
    const { input } = call.body ?? {};
    call.note.detail = input === undefined ? 'with the same input' : 'with another input';
    const given = input === undefined ? {} : { input };
    return seeChangedTask(call, await engine.rerunTask(call.params.id, given, actorOf(call)));
  },
} satisfies Partial<Verbs>;
