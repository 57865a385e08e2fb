import type { Database, Fragment, Transaction } from '#database';
import { columnTypes, type TaskColumns } from './task-columns.ts';

const names = Object.keys(columnTypes) as (keyof TaskColumns)[];

/** `t.name, t.description, …`: the columns of a table or alias, all but one where that is read in another way. */
export function columnNames(database: Database | Transaction, table = '', without?: keyof TaskColumns): Fragment {
  const prefix = table === '' ? '' : `${table}.`;
  const listed = names.filter((name) => name !== without).map((name) => prefix + name);
  return database`${database.unsafe(listed.join(', '))}`;
}

/** The columns of many tasks, one array each, for `unnest`. Arrays of arrays are sent as JSON, and JSON as text. */
export function columnArrays(database: Database | Transaction, rows: readonly TaskColumns[]): Fragment {
  return joined(
    database,
    names.map((name) => database`${rows.map((row) => sent(row[name]))}::${database.unsafe(sentTypeOf(name))}[]`),
  );
}

/** The columns as `columnArrays` sends them, in the types of the table. */
export function receivedColumns(database: Database | Transaction): Fragment {
  const received = names.map((name) => {
    if (columnTypes[name] === 'jsonb') return `${name}::jsonb`;
    if (columnTypes[name] !== 'text[]') return name;
    return `case when ${name} is not null then array(select jsonb_array_elements_text(${name}::jsonb)) end`;
  });
  return database`${database.unsafe(received.join(', '))}`;
}

/** `name = …, description = …`: for an update of one task. */
export function columnAssignments(database: Database | Transaction, columns: TaskColumns): Fragment {
  return joined(
    database,
    names.map((name) => {
      const type = columnTypes[name];
      const value = database`${columns[name]}::${database.unsafe(type === 'jsonb' ? 'text::jsonb' : type)}`;
      return database`${database.unsafe(name)} = ${value}`;
    }),
  );
}

function sent(value: TaskColumns[keyof TaskColumns]): string | number | null {
  return Array.isArray(value) ? JSON.stringify(value) : value;
}

function sentTypeOf(name: keyof TaskColumns): string {
  const type = columnTypes[name];
  return type === 'jsonb' || type === 'text[]' ? 'text' : type;
}

function joined(database: Database | Transaction, parts: readonly Fragment[]): Fragment {
  return parts.reduce((list, part) => database`${list}, ${part}`);
}
