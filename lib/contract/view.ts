import { z } from 'zod';
import { storeName, timestamp } from './identifiers.ts';
import { pageQuery } from './paging.ts';
import type { Scope } from './scopes.ts';

/** Lists that views can be of, each with the scopes that reading it needs. */
export const viewLists = {
  tasks: ['tasks/read'],
  errors: ['tasks/read'],
  logs: ['logs/read', 'tasks/read'],
  state: ['state/read'],
} as const satisfies Record<string, readonly Scope[]>;

/** Lists whose matches can be counted. Lines of logs are too many. */
export const countedLists = ['tasks', 'errors', 'state'] as const;

/** Matches of a list are counted up to this number. */
export const mostMatches = 1_000;

const listNames = ['tasks', 'errors', 'logs', 'state'] as const satisfies (keyof typeof viewLists)[];
const plainText = /^\P{Cc}*$/u;
const ofStore = storeName.optional().describe('The store, for state only');

/** A view of state names its store, and no other view does. */
const namesStore = ({ list, storeName: store }: { list: string; storeName?: string | undefined }) =>
  (list === 'state') === (store !== undefined);
const storeRefusal = { path: ['storeName'], message: 'a store is given with the list state, and only with it' };

const fields = {
  name: z.string().trim().min(1).max(80).regex(plainText, 'no control characters').describe('Name of the view'),
  filter: z
    .string()
    .max(2_000)
    .regex(plainText, 'no control characters')
    .describe('Filter, as the dashboard writes it'),
  settings: z
    .record(z.string().regex(/^[a-z][A-Za-z]{0,31}$/, '1 to 32 letters'), z.string().max(1_000).regex(plainText))
    .refine((settings) => Object.keys(settings).length <= 10, 'at most 10 settings')
    .describe("Further parameters of the list's address, such as sort and columns"),
  isShared: z.boolean().describe('Whether everyone sees it who may read the list. false: its owner alone'),
};

export const viewInput = z
  .strictObject({
    list: z.enum(listNames).describe('The list'),
    storeName: ofStore,
    name: fields.name,
    filter: fields.filter.default(''),
    settings: fields.settings.default({}),
    isShared: fields.isShared.default(false),
  })
  .refine(namesStore, storeRefusal);

export const viewUpdateInput = z
  .strictObject({
    ...fields,
    place: z.number().int().min(0).max(1_000).describe("Place among the owner's views, from 0. The others move"),
  })
  .partial();

/** A saved filter of a list. */
export const view = z.object({
  id: z.string().describe('Id of the view'),
  list: z.enum(listNames).describe('The list'),
  storeName: ofStore,
  ...fields,
  isOwn: z.boolean().describe('Whether it is owned by the caller'),
  canChange: z.boolean().describe('Whether the caller may change and delete it'),
  ownerName: z.string().describe('Name of its owner'),
  etag: z.string().describe('Changes with name, filter, settings and isShared'),
  modifiedOn: timestamp.describe('When it was changed'),
  modifiedBy: z.string().describe('Name of the caller that changed it'),
});

export const viewListQuery = z.strictObject(pageQuery);

/** Lists whose matches are to be counted. */
export const countInput = z.strictObject({
  lists: z
    .array(
      z
        .strictObject({
          list: z.enum(countedLists).describe('The list'),
          storeName: ofStore,
          query: z.string().max(8_000).describe('The parameters of the list, as in its URL'),
        })
        .refine(namesStore, storeRefusal),
    )
    .min(1)
    .max(50)
    .describe('The lists, each with its filter'),
});

export const countResponse = z.object({
  counts: z
    .array(
      z.object({
        count: z.number().int().optional().describe(`Matches, up to ${mostMatches}. Omitted when there was no time`),
        hasMore: z.boolean().describe('Whether there are, or may be, more'),
      }),
    )
    .describe('One for each list, in the order of the input'),
});

export type View = z.output<typeof view>;
export type ViewList = keyof typeof viewLists;
export type ViewInput = z.input<typeof viewInput>;
export type ViewUpdateInput = z.input<typeof viewUpdateInput>;
export type CountInput = z.input<typeof countInput>;
export type ViewListCounted = CountInput['lists'][number];
export type MatchCount = z.output<typeof countResponse>['counts'][number];
