import { parseAsStringLiteral } from 'nuqs/server';
import { errorWindows } from './error-queries.ts';

/** What the address of a cause's page says. */
export const errorParams = { window: parseAsStringLiteral(errorWindows).withDefault('24h') };
