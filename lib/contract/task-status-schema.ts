import { z } from 'zod';
import { taskStatuses } from './task-status.ts';

/** The status of a task or run. The words are in another module, because the browser uses them without zod. */
export const taskStatus = z.enum(taskStatuses);
