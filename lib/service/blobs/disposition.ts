import type { OpenBlob } from '#state';

/** Media types that a browser might execute. They are always downloaded, never shown. */
const active =
  /^(text\/html|application\/xhtml\+xml|image\/svg\+xml|text\/xml|application\/xml|[\w.+-]+\/[\w.+-]+\+xml)\b/i;

/** Separators of folders, and what hides or reorders parts of a name: not every program removes them before it saves. */
const inNoName = /[/\\\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns `Content-Disposition` (RFC 6266): `attachment` unless the blob or the caller says `inline`. The name is given
 * in ASCII and in UTF-8 (RFC 8187), so that no character of it can end the header or the quotes.
 */
export function dispositionOf(
  blob: Pick<OpenBlob, 'id' | 'fileName' | 'contentType' | 'contentDisposition'>,
  asked?: 'attachment' | 'inline',
): string {
  const wanted = asked ?? (blob.contentDisposition === 'inline' ? 'inline' : 'attachment');
  const disposition = active.test(blob.contentType) ? 'attachment' : wanted;
  const name = (blob.fileName ?? lastPartOf(blob.id)).toWellFormed().replaceAll(inNoName, '_');
  const ascii = name.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["%]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${exact}`;
}

/** Returns the last part of an id as the name of the file: `42` for `orders/42`. */
function lastPartOf(id: string): string {
  return id.split('/').findLast((part) => part !== '') ?? 'blob';
}
