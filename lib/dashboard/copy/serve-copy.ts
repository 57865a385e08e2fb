import { hiddenMessage, markersIn, parseJson, stringifyJson } from '#contract';
import type { Download } from '../access/answer-download.ts';
import type { ReadCall } from '../access/answer-read.ts';
import type { Copy } from './copy.ts';
import { copyDocument } from './copy-document.ts';
import type { CopyKind } from './copy-kind.ts';
import { type CopySummary, cutLists } from './copy-parts.ts';

/** Makes the read that says what a copy would hold, without its content. */
export function previewCopy<Kind extends Copy>(kind: CopyKind<Kind>) {
  return async ({ signal, ...call }: ReadCall): Promise<CopySummary> =>
    summarizeCopy(kind, await kind.read(call, { ...call, abortSignal: signal }));
}

/** Makes the download of a copy as one file that opens anywhere. `?without=…` leaves a part out. */
export function downloadCopy<Kind extends Copy>(kind: CopyKind<Kind>) {
  return async ({ signal, ...call }: ReadCall): Promise<Download> => {
    const copy = await kind.read(call, { ...call, abortSignal: signal });
    return { fileName: `${kind.fileName(copy)}.html`, mediaType: 'text/html', chunks: once(copyDocument(kind, copy)) };
  };
}

/** Says what a copy holds. Values that are hidden from its sender are counted wherever they are. */
export function summarizeCopy<Kind extends Copy>(kind: CopyKind<Kind>, copy: Kind): CopySummary {
  const contents = kind.contents(copy).map((part) => ({ ...part, json: stringifyJson(part.items) }));
  return {
    contents: contents.map(({ name, one, items, json }) => ({
      name,
      one,
      count: items.length,
      bytes: Buffer.byteLength(json),
    })),
    hiddenValues: contents.reduce((sum, { json }) => sum + hiddenIn(json), 0),
    leftOut: copy.leftOut,
    cut: cutLists(copy.isCut),
  };
}

/** Values and messages of errors that were replaced because the sender may not see them. */
function hiddenIn(json: string): number {
  const messages = json.split(`"message":${JSON.stringify(hiddenMessage)}`).length - 1;
  return messages + markersIn(parseJson(json)).length;
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
