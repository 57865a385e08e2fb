import { TaskdeckError } from '#contract';
import type { Content } from '../http/content.ts';

const mediaType = /^[\w.+-]+\/[\w.+-]+( *; *[\w.+-]+=("[^"\\\r\n]*"|[^\s";]+))*$/;

/** What a blob's bytes are said to be; nothing is guessed. Throws `InvalidRequest` for what is not a media type. */
export function contentTypeOf({ contentType }: Content): string {
  if (contentType === undefined || contentType === '') return 'application/octet-stream';
  requireMediaType(contentType);
  return contentType;
}

/** Refuses what cannot stand in `Content-Type`. */
export function requireMediaType(text: string): void {
  if (text.length <= 256 && isMediaType(text)) return;
  const message = 'a content type is a media type of at most 256 characters, such as text/csv';
  throw new TaskdeckError('InvalidRequest', message, { details: [{ pointer: 'contentType', message }] });
}

/** The name of an uploaded file, without the folders that some callers send along; browsers write a quote as %22. */
export function fileNameOf({ fileName }: Content): string | undefined {
  const name = fileName?.replace(/^.*[/\\]/, '').replaceAll('%22', '"');
  return name === '' ? undefined : name;
}

/** Whether a text can stand in `Content-Type`. */
export function isMediaType(text: string): boolean {
  return mediaType.test(text);
}
