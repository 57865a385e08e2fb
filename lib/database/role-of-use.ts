import type { Database } from './connect.ts';

/** Grants a role what service and workers need: it owns nothing and cannot change the audit trail. */
export async function grantUse(owner: Database, role: string): Promise<void> {
  await owner`select grant_use(${role})`;
}

/** Creates the role unless it exists, sets its password and grants it what service and workers need. */
export async function prepareRole(owner: Database, role: string, password: string): Promise<void> {
  const [statement] = await owner<{ create: string; alter: string }[]>`
    select format('create role %I', ${role}::text) as create,
      format('alter role %I login password %L', ${role}::text, ${password}::text) as alter`;
  if (statement === undefined) throw new Error('a select without a table returns a row');
  const { create, alter } = statement;
  await owner.unsafe(
    `do $do$ begin ${create}; exception when duplicate_object or unique_violation then null; end $do$`,
  );
  await owner.unsafe(alter);
  await grantUse(owner, role);
}

/** Returns a database's URL with another role. */
export function withRole(url: string, role: string, password: string): string {
  const copy = new URL(url);
  copy.username = encodeURIComponent(role);
  copy.password = encodeURIComponent(password);
  return copy.href;
}

/** Resolves with whether the connected role could change the tables and the audit trail. */
export async function ownsTables(database: Database): Promise<boolean> {
  const [row] = await database<{ isOwner: boolean }[]>`
    select pg_has_role(relowner, 'member') as "isOwner" from pg_class where oid = 'audit_record'::regclass`;
  return row?.isOwner === true;
}
