import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';
import { previewKindOf } from './preview-kind.ts';
import { readTable } from './read-table.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

describe('how a blob is previewed', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n....', 'image/png'],
    ['\xff\xd8\xff\xe0....', 'image/jpeg'],
    ['GIF89a....', 'image/gif'],
    ['RIFF\x00\x00\x00\x00WEBPVP8 ', 'image/webp'],
    ['\x00\x00\x00\x1cftypavif....', 'image/avif'],
  ])('%j is an image whatever its type says', (head, mediaType) => {
    expect(previewKindOf(latin1(head), { contentType: 'text/html', fileName: 'page.html' })).toEqual({
      kind: 'image',
      mediaType,
    });
  });

  it('HTML and SVG are source text, by type and by name, also when they claim to be an image', () => {
    const html = bytes('<script>alert(1)</script>');
    expect(previewKindOf(html, { contentType: 'text/html' }).kind).toBe('text');
    expect(previewKindOf(html, { contentType: 'image/png', fileName: 'a.png' }).kind).toBe('text');
    expect(previewKindOf(html, { contentType: 'application/json', fileName: 'x.HTML' }).kind).toBe('text');
    expect(previewKindOf(bytes('<svg onload="alert(1)"/>'), { contentType: 'image/svg+xml' })).toEqual({
      kind: 'text',
      note: 'SVG is shown as its source.',
    });
  });

  it('knows tables, JSON and PDF', () => {
    expect(previewKindOf(bytes('a,b'), { contentType: 'text/csv; charset=utf-8' }).kind).toBe('table');
    expect(previewKindOf(bytes('a\tb'), { contentType: 'text/plain', fileName: 'x.tsv' })).toEqual({
      kind: 'table',
      delimiter: '\t',
    });
    expect(previewKindOf(bytes('{}'), { contentType: 'application/problem+json' }).kind).toBe('json');
    expect(previewKindOf(bytes('%PDF-1.7'), { contentType: 'text/plain' }).kind).toBe('pdf');
  });

  it('shows no bytes as text', () => {
    expect(previewKindOf(latin1('PK\x03\x04\x00\x00'), { contentType: 'text/plain' }).kind).toBe('none');
  });
});

describe('the text of bytes', () => {
  it('leaves out a character that is cut off', () => {
    const cut = bytes('Zürich 🏔').subarray(0, -2);
    expect(decodeText(cut, { isWhole: false })).toEqual({ text: 'Zürich ', encoding: 'utf-8', isGuess: false });
  });

  it('says when it is not UTF-8', () => {
    expect(decodeText(latin1('Z\xfcrich'), { isWhole: true })).toEqual({
      text: 'Zürich',
      encoding: 'windows-1252',
      isGuess: true,
    });
  });

  it('reads UTF-16 by its mark', () => {
    expect(decodeText(latin1('\xff\xfeH\x00i\x00'), { isWhole: true })).toMatchObject({ text: 'Hi', isGuess: false });
  });
});

describe('a table', () => {
  it('keeps quotes, line breaks in cells and short rows', () => {
    const table = readTable('name,note\n"Smith, J.","two\nlines"\nalone\n', { delimiter: undefined, isWhole: true });
    expect(table).toEqual({
      head: ['name', 'note'],
      rows: [
        ['Smith, J.', 'two\nlines'],
        ['alone', ''],
      ],
      isCut: false,
    });
  });

  it('leaves out a line that is cut off, and says that there is more', () => {
    expect(readTable('a;b\n1;2\n3;', { delimiter: undefined, isWhole: false })).toEqual({
      head: ['a', 'b'],
      rows: [['1', '2']],
      isCut: true,
    });
    const long = readTable(`n\n${'1\n'.repeat(1000)}`, { delimiter: ',', isWhole: true });
    expect(long.rows).toHaveLength(200);
    expect(long.isCut).toBe(true);
  });
});
