import type { TaskHistoryResponse, TaskResponse } from '#contract';
import type { ShownValue } from '../json/shown-value.ts';

type Values = { input?: ShownValue | undefined; output?: ShownValue | undefined };

/** A task whose large values stayed behind. `parentName`: of the task that created it, where it can be read. */
export type TaskView = Omit<TaskResponse, 'input' | 'output'> & Values & { parentName?: string };

/** A run whose large values stayed behind. */
export type RunView = Omit<TaskHistoryResponse, 'input' | 'output'> & Values;
