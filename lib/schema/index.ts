export { checkSchema } from './check-schema.ts';
export { type Candidate, checkValues } from './check-values.ts';
export { type JsonSchema, jsonSchema } from './json-schema.ts';
