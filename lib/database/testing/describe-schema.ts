import type { Database } from '../connect.ts';

/** What a schema is made of, each part as one line of text: equal for two databases with the same schema. */
export async function describeSchema(database: Database): Promise<string[]> {
  const rows = await database<{ text: string }[]>`
    with here as (select 'public'::regnamespace as oid)
    select concat_ws(' ', 'table', c.relname, c.relkind, c.reloptions::text) as text
    from pg_class c, here where c.relnamespace = here.oid and c.relkind in ('r', 'S')
    union all
    select concat_ws(' ', 'column', c.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attidentity,
      case when a.attnotnull then 'not null' end, co.collname, pg_get_expr(d.adbin, d.adrelid))
    from here join pg_class c on c.relnamespace = here.oid and c.relkind = 'r'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      left join pg_collation co on co.oid = a.attcollation
    union all
    select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(c.oid))
    from pg_constraint c, here where connamespace = here.oid
    union all
    select indexdef from pg_indexes where schemaname = 'public'
    union all
    select case prokind when 'a' then concat_ws(' ', 'aggregate', p.oid::regprocedure, a.aggtransfn, a.agginitval)
      else pg_get_functiondef(p.oid) end
    from pg_proc p left join pg_aggregate a on a.aggfnoid = p.oid, here
    where pronamespace = here.oid and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    union all
    select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all
    select concat_ws(' ', 'enum', enumtypid::regtype, enumsortorder, enumlabel) from pg_enum
    union all
    select concat_ws(' ', 'extension', extname) from pg_extension`;
  return rows.map(({ text }) => text).sort();
}
