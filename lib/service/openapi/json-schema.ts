/** The parts of a JSON Schema (draft 2020-12) that the document reads. */
export type JsonSchema = {
  properties?: Record<string, JsonSchema>;
  description?: string;
  $defs?: Record<string, JsonSchema>;
  [keyword: string]: unknown;
};
