import type { PendingQuery, Row } from 'postgres';

/** A piece of SQL with its parameters, to be put into a statement. */
export type Fragment = PendingQuery<Row[]>;
