import type { Verbs } from '../verb.ts';
import { cancelTask } from './cancel.ts';
import { compareTasks } from './compare.ts';
import { createTask } from './create.ts';
import { deleteTask } from './delete.ts';
import { getTaskDurations } from './durations.ts';
import { getTask } from './get.ts';
import { listTasks } from './list.ts';
import { pauseTask } from './pause.ts';
import { rerunTask } from './rerun.ts';
import { resumeTask } from './resume.ts';
import { updateTask } from './update.ts';
import { waitForTask } from './wait.ts';
import { wakeTask } from './wake.ts';

/** The verbs of the operations on tasks. */
export const taskVerbs = {
  CreateTask: createTask,
  ListTasks: listTasks,
  CompareTasks: compareTasks,
  GetTaskDurations: getTaskDurations,
  GetTask: getTask,
  WaitForTask: waitForTask,
  UpdateTask: updateTask,
  DeleteTask: deleteTask,
  CancelTask: cancelTask,
  PauseTask: pauseTask,
  ResumeTask: resumeTask,
  WakeTask: wakeTask,
  RerunTask: rerunTask,
} satisfies Partial<Verbs>;
