import { mediaType, TaskdeckError } from '#contract';
import type { Content } from '../http/content.ts';

/** Returns the declared media type of a blob. Nothing is guessed. Throws `InvalidRequest` for an invalid one. */
export function contentTypeOf({ contentType }: Content): string {
  if (contentType === undefined || contentType === '') return 'application/octet-stream';
  if (mediaType.safeParse(contentType).success) return contentType;
  const message = 'a content type is a media type of at most 256 characters, such as text/csv';
  throw new TaskdeckError('InvalidRequest', message, { details: [{ pointer: 'header/content-type', message }] });
}

/** Returns the name of an uploaded file without folders, which some callers send. Browsers write a quote as %22. */
export function fileNameOf({ fileName }: Content): string | undefined {
  const name = fileName?.replace(/^.*[/\\]/, '').replaceAll('%22', '"');
  return name === '' ? undefined : name;
}
