/** How the beginning of a blob can be shown. Nothing of it is ever rendered as a document that could run something. */
export type PreviewKind =
  | { kind: 'image'; mediaType: string }
  | { kind: 'pdf' }
  | { kind: 'table'; delimiter: ',' | '\t' | undefined }
  | { kind: 'json' }
  | { kind: 'text'; note?: string }
  | { kind: 'none'; reason: string };

type Facts = { contentType: string; fileName?: string | undefined };

/** By what the bytes are, and only then by what they are called: a name or a type can lie. */
export function previewKindOf(head: Uint8Array, { contentType, fileName = '' }: Facts): PreviewKind {
  const mediaType = imageType(head);
  if (mediaType !== undefined) return { kind: 'image', mediaType };
  if (startsWith(head, '%PDF-')) return { kind: 'pdf' };
  if (!isText(head)) return { kind: 'none', reason: 'No preview for this kind of file.' };
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  if (type === 'text/html' || type === 'application/xhtml+xml' || ['html', 'htm', 'xhtml'].includes(ending))
    return { kind: 'text', note: 'HTML is shown as its source.' };
  if (type === 'image/svg+xml' || ending === 'svg') return { kind: 'text', note: 'SVG is shown as its source.' };
  if (type === 'text/tab-separated-values' || ending === 'tsv') return { kind: 'table', delimiter: '\t' };
  if (type === 'text/csv' || ending === 'csv') return { kind: 'table', delimiter: undefined };
  if (/^application\/(.+\+)?json$/.test(type) || ending === 'json') return { kind: 'json' };
  return { kind: 'text' };
}

/** The image formats that a browser decodes and that can hold no script, by their signatures. */
function imageType(head: Uint8Array): string | undefined {
  if (startsWith(head, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(head, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(head, 'GIF87a') || startsWith(head, 'GIF89a')) return 'image/gif';
  if (startsWith(head, 'RIFF') && startsWith(head.subarray(8), 'WEBP')) return 'image/webp';
  if (startsWith(head.subarray(4), 'ftypavif') || startsWith(head.subarray(4), 'ftypavis')) return 'image/avif';
  return undefined;
}

function startsWith(bytes: Uint8Array, latin1: string): boolean {
  if (bytes.length < latin1.length) return false;
  for (let at = 0; at < latin1.length; at++) if (bytes[at] !== latin1.charCodeAt(at)) return false;
  return true;
}

const sniffedBytes = 8 * 1024;

/** Text has no NUL, unless a mark at its beginning says that it is UTF-16. */
function isText(head: Uint8Array): boolean {
  if (hasUtf16Mark(head)) return true;
  return !head.subarray(0, sniffedBytes).includes(0);
}

/** Whether it begins with the byte order mark of UTF-16. */
export function hasUtf16Mark([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
