import type { TaskHistoryResponse, TaskResponse } from '#contract';
import type { ShownValue } from '../json/shown-value.ts';

type Values = { input?: ShownValue | undefined; output?: ShownValue | undefined };

/** A task whose large values stayed behind. */
export type TaskView = Omit<TaskResponse, 'input' | 'output'> & Values;

/** A run whose large values stayed behind. */
export type RunView = Omit<TaskHistoryResponse, 'input' | 'output'> & Values;
