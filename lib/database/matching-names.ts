import type { Database, Fragment, Transaction } from './connect.ts';
import { beginningWith } from './like-pattern.ts';

/** The condition that a column has one of these names, or begins with one that ends in `*`. Without names, none does. */
export function matchingNames(database: Database | Transaction, column: Fragment, names: readonly string[]): Fragment {
  const prefixes = names.filter((name) => name.endsWith('*')).map((name) => beginningWith(name.slice(0, -1)));
  const exact = names.filter((name) => !name.endsWith('*'));
  if (prefixes.length === 0) return database`${column} = any(${exact}::text[])`;
  return database`(${column} = any(${exact}::text[]) or ${column} like any(${prefixes}::text[]))`;
}
