import { z } from 'zod';
import { taskStatuses } from './task-status.ts';

/** The status of a task or run. Apart from the words themselves, which the browser needs without zod. */
export const taskStatus = z.enum(taskStatuses);
