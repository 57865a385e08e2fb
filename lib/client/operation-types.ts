import type { z } from 'zod';
import type { OperationName, Operations } from '#contract';

/** A value of a path parameter. 64-bit counts may be a `number`. */
type ParamInput<Value> = Value extends bigint ? number | bigint : Value;

/** The path parameters of an operation. */
export type ParamsOf<Name extends OperationName> = Operations[Name] extends { params: infer Params }
  ? { [Param in keyof Params]: Params[Param] extends z.ZodType ? ParamInput<z.output<Params[Param]>> : never }
  : Record<never, never>;

/** The query of an operation, with every member optional. */
export type QueryOf<Name extends OperationName> = Operations[Name] extends { query: infer Query extends z.ZodType }
  ? { [Member in keyof z.output<Query>]?: z.output<Query>[Member] | undefined }
  : Record<never, never>;

/** The body of an operation, as the caller passes it. */
export type BodyOf<Name extends OperationName> = Operations[Name] extends { body: infer Body extends z.ZodType }
  ? z.input<Body>
  : undefined;

/** The answer of an operation; `undefined` for 204. */
export type OutputOf<Name extends OperationName> = Operations[Name] extends { output: infer Output extends z.ZodType }
  ? z.output<Output>
  : undefined;

/** The operations that return a page. */
export type PageableName = {
  [Name in OperationName]: OutputOf<Name> extends { value: unknown[]; nextLink?: string | undefined } ? Name : never;
}[OperationName];

/** The items of a paged operation. */
export type ItemOf<Name extends PageableName> =
  OutputOf<Name> extends { value: (infer Item)[]; nextLink?: string | undefined } ? Item : never;

/** The members of an operation's pages besides their items. */
export type PageExtraOf<Name extends PageableName> = Omit<OutputOf<Name>, 'value' | 'nextLink'>;

/** The parts of one call, as declared in the operation table. */
export type CallOf<Name extends OperationName> = (keyof ParamsOf<Name> extends never
  ? { params?: Record<string, never> }
  : { params: ParamsOf<Name> }) & {
  query?: QueryOf<Name>;
  ifMatch?: string | undefined;
  /** Additional headers. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
} & (BodyOf<Name> extends undefined
    ? { body?: undefined }
    : Operations[Name] extends { isBodyOptional: true }
      ? { body?: BodyOf<Name> | undefined }
      : { body: BodyOf<Name> });
