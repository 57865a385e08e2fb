import postgres from 'postgres';

/** Whether the same transaction can succeed later: the connection or the server went away, or a deadlock was broken. */
export function isPassing(error: Error): boolean {
  if (!(error instanceof postgres.PostgresError)) return 'code' in error;
  return /^(08|40|53|57|58)/.test(error.code);
}
