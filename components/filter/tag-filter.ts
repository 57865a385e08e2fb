import { wordFilter } from './definition.ts';

/** What carries this tag, given as name=value. */
export const tagFilter = wordFilter({
  key: 'tag',
  label: 'Tag',
  about: 'A tag with its value',
  example: 'tag:customer=42',
  field: 'tag',
  isMany: true,
  pattern: /^[^=]{1,128}=.{0,256}$/s,
  otherwise: 'write a tag as name=value',
});
