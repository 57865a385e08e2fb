import type { TaskListFilter } from '#contract';

/** The values that a filter seeks in inputs, each with the key of an index of the values at its path. */
export type InputIndexes = readonly { key: number; value: string }[];

/** The keys of all tasks with a text, where these are few: in their own texts, and in the errors of their last runs. */
export type TextHits = { tasks?: readonly number[]; errors?: readonly number[] };

/** A filter of a list with what is known about it while its page is read. */
export type Sought = TaskListFilter & {
  /** Present where each value has an index. */
  inputIndexes?: InputIndexes | undefined;
  /** As far as they were read. */
  textHits?: TextHits;
};
