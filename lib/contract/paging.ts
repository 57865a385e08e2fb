import { z } from 'zod';
import { limits } from './limits.ts';
import { wholeNumber } from './whole-number.ts';

/** Query parameters of every paged list. */
export const pageQuery = {
  maxPageSize: wholeNumber(1, limits.pageSize)
    .default(limits.defaultPageSize)
    .describe('Maximum number of items on a page'),
  continuationToken: z.string().max(4096).optional().describe('Token of the page, from nextLink'),
};

/** Which page of a list is read, as `pageQuery` parses it. */
export type Paging = { maxPageSize: number; continuationToken?: string | undefined };

/** A page in an answer: items and, when there are more, the absolute URL of the next page. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    value: z.array(item).describe('The items of this page'),
    nextLink: z.string().optional().describe('URL of the next page. Omitted on the last page'),
  });
}

/** What an operation that `mayLag` adds to its answer. */
export const dataAge = {
  dataAgeInMs: z
    .number()
    .int()
    .optional()
    .describe('At most how far the answer is behind, in milliseconds. Omitted when it is not from a replica'),
};

/** A page of an operation that `mayLag`. */
export const laggingPageOf = <Item extends z.ZodType>(item: Item) => pageOf(item).extend(dataAge);

/** A page inside the service: items and, when there are more, the opaque token of the next page. */
export type Page<Item> = { value: Item[]; continuationToken?: string };

/** A repeatable query parameter: `?status=failed&status=retrying`. */
export function repeatable<Item extends z.ZodType>(item: Item) {
  return z.preprocess(
    (given) => (given === undefined || Array.isArray(given) ? given : [given]),
    z.array(item).max(100).optional(),
  );
}

/** A boolean query parameter: `true` or `false`. */
export const booleanQuery = z.enum(['true', 'false']).transform((text) => text === 'true');
