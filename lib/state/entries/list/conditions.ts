import { isStorable, type StateListFilter } from '#contract';
import { containing, type Database, type Fragment, tagObject } from '#database';

/** The condition that an entry of `state_entry e` has not expired. */
export function isVisible(database: Database): Fragment {
  return database`(e.expires_on is null or e.expires_on > now())`;
}

/** The conditions that an index serves, so that a scan reads only matching entries. */
export function indexedConditions(database: Database, filter: StateListFilter): Fragment {
  return database`${filter.hasBlob === true ? database`and e.has_blob` : database``}
    ${filter.expires === true ? database`and e.expires_on is not null` : database``}`;
}

/** All other conditions of a filter. They are checked for each entry. */
export function otherConditions(database: Database, filter: StateListFilter): Fragment {
  const conditions = [
    database`${isVisible(database)}`,
    filter.hasBlob === false && database`and not e.has_blob`,
    filter.expires === false && database`and e.expires_on is null`,
    filter.tag !== undefined && database`and ${hasTag(database, filter.tag)}`,
    filter.search !== undefined &&
      // The column's collation folds the case of ASCII letters only.
      database`and e.id collate "default" ilike ${containing(filter.search)}`,
    filter.modifiedAfter !== undefined && database`and e.modified_on >= ${filter.modifiedAfter}`,
    filter.modifiedBefore !== undefined && database`and e.modified_on < ${filter.modifiedBefore}`,
  ].filter((condition) => condition !== false);
  return database`${conditions}`;
}

/** Matches any of the tags, each through the index on tags. */
export function hasTag(database: Database, tags: readonly string[]): Fragment {
  if (tags.length === 0) return database`true`;
  return tags
    .map((tag) => database`e.tags @> ${tagObject(tag)}::text::jsonb`)
    .reduce((earlier, condition) => database`(${earlier} or ${condition})`);
}

/**
 * Returns whether anything can match a filter. Ids and tags have no control characters, so nothing matches a filter
 * that has one.
 */
export function canMatch({ prefix, search, tag, delimiter }: StateListFilter): boolean {
  return [prefix, search, delimiter, ...(tag ?? [])].every((text) => isStorable(text ?? ''));
}
