import { z } from 'zod';

/** The types of a schema in the contract: `export type TaskConfig = z.input<typeof taskConfig>;` */
const alias = /^export type (\w+) = (z\.(input|output|infer)<typeof (\w+)>);$/gm;

/** The name of the file beside the contract that declares `Documented`. */
export const documentedFile = 'documented.d.ts';

export const documentedDeclaration = `/**
 * The members of \`T\` with the doc comments of \`Comments\`, which has the same members. A type that is inferred from a schema
 * has none.
 */
export type Documented<T, Comments> = {
    [Name in keyof Comments]: Name extends keyof T ? DocumentedValue<T[Name], Comments[Name]> : never;
};
type DocumentedValue<T, Comments> = unknown extends Comments ? T : T extends object ? Documented<T, NonNullable<Comments>> : T;
`;

/**
 * Gives the members of records in a declaration file of the contract the descriptions of their schemas as doc comments, so
 * that editors and the reference show them. Types that are no records stay.
 */
export function withDocumentedMembers(declarations: string, schemas: Readonly<Record<string, unknown>>): string {
  const documented = declarations.replaceAll(
    alias,
    (found, name: string, inferred: string, side: string, schemaName: string) => {
      const isExported = declarations.includes(`export declare const ${schemaName}:`); // not another one of this name
      const schema = isExported ? schemas[schemaName] : undefined;
      const record = schema instanceof z.ZodType ? recordOf(schema, side === 'input') : undefined;
      if (record === undefined) return found;
      return `export type ${name} = Documented<${inferred}, ${commentsOf(record, side === 'input', '')}>;`;
    },
  );
  if (documented === declarations) return declarations;
  return `import type { Documented } from './${documentedFile.replace('.d.ts', '.js')}';\n${documented}`;
}

/** The record that a schema takes or gives, without what wraps it. */
function recordOf(schema: z.core.$ZodType, isInput: boolean): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema.def.catchall === undefined || isStrict(schema) ? schema : undefined;
  if (schema instanceof z.ZodPipe) return recordOf(isInput ? schema.def.in : schema.def.out, isInput);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return recordOf(schema.def.innerType, isInput);
  return undefined;
}

const isStrict = ({ def }: z.ZodObject) => def.catchall instanceof z.ZodNever;

function commentsOf(record: z.ZodObject, isInput: boolean, indent: string): string {
  const inner = `${indent}    `;
  const members = Object.entries(record.shape).map(([name, schema]) => {
    const isOptional = isInput ? schema._zod.optin !== undefined : schema._zod.optout === 'optional';
    const nested = recordOf(schema, isInput);
    const value = nested === undefined ? 'unknown' : commentsOf(nested, isInput, inner);
    return `${commentOf(schema, inner)}${inner}${propertyName(name)}${isOptional ? '?' : ''}: ${value};\n`;
  });
  return `{\n${members.join('')}${indent}}`;
}

function commentOf(schema: z.core.$ZodType, indent: string): string {
  const { description } = z.globalRegistry.get(schema) ?? {};
  return description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '*\\/')} */\n`;
}

const propertyName = (name: string) => (/^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name));
