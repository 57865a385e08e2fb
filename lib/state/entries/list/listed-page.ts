import type { StatePage } from '#contract';

/** A page of a list of entries, with the token of the next one. */
export type ListedPage = StatePage & { continuationToken?: string };
