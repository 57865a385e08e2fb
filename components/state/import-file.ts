import { type JsonObject, stringifyJson } from '#contract';
import { readLine } from './entry-line.ts';

/** What is wrong, or to be known, with a line. */
type LineNote = { line: number; id?: string; message: string; isProblem: boolean };

/** What a file holds, found by reading it once from end to end. */
export type FileCheck = {
  entryCount: number;
  problemCount: number;
  /** The first of them. */
  notes: LineNote[];
  /** The first entries, as they would be saved. */
  samples: { line: number; id: string; text: string }[];
};

/** Entries of a file for one call. */
export type ImportBatch = { lines: { line: number; id: string; text: string }[]; json: string };

const mostNotes = 200;
const mostSamples = 20;
const entriesPerBatch = 200;
/** Each may take three bytes on its way; an action takes 9 MB. */
const charactersPerBatch = 2.5 * 1024 * 1024;
const mostLineCharacters = 8 * 1024 * 1024;

/** The lines of a file, read as a stream: the file never is in memory as a whole. */
export async function* linesOf(file: Blob): AsyncGenerator<{ line: number; text: string }> {
  const reader = file
    .stream()
    .pipeThrough(new TextDecoderStream('utf-8', { fatal: true }))
    .getReader();
  let rest = '';
  let line = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += value ?? '';
      const parts = rest.split('\n');
      rest = parts.pop() ?? '';
      for (const text of parts) yield { line: ++line, text };
      if (rest.length > mostLineCharacters) throw new RangeError(`line ${line + 1} is longer than any entry`);
      if (done) break;
    }
    if (rest !== '') yield { line: ++line, text: rest };
  } finally {
    await reader.cancel();
  }
}

/** Reads a whole file to tell what an import of it would meet. An id that stands in it twice is a problem. */
export async function checkFile(file: Blob, now: number, signal: AbortSignal): Promise<FileCheck> {
  const check: FileCheck = { entryCount: 0, problemCount: 0, notes: [], samples: [] };
  const firstLineOf = new Map<string, number>();
  const note = (one: LineNote) => {
    if (one.isProblem) check.problemCount += 1;
    if (check.notes.length < mostNotes) check.notes.push(one);
  };
  for await (const { line, text } of linesOf(file)) {
    signal.throwIfAborted();
    const read = readLine(text, now);
    if (read.kind === 'blank') continue;
    if (read.kind === 'problem') {
      note({ line, message: read.message, isProblem: true, ...(read.id !== undefined && { id: read.id }) });
      continue;
    }
    const first = firstLineOf.get(read.id);
    if (first !== undefined) {
      note({ line, id: read.id, message: `Duplicate of line ${first}`, isProblem: true });
      continue;
    }
    firstLineOf.set(read.id, line);
    check.entryCount += 1;
    if (read.warning !== undefined) note({ line, id: read.id, message: read.warning, isProblem: false });
    if (check.samples.length < mostSamples) check.samples.push({ line, id: read.id, text: previewOf(read.input) });
  }
  return check;
}

/** The entries of a file in batches, each small enough for one call; lines with problems are left out. */
export async function* batchesOf(file: Blob, now: number): AsyncGenerator<ImportBatch> {
  const seen = new Set<string>();
  let batch: { line: number; id: string; text: string; json: string }[] = [];
  let size = 0;
  const finish = () => {
    const done = { lines: batch.map(({ json: _, ...one }) => one), json: `[${batch.map(({ json }) => json).join()}]` };
    batch = [];
    size = 0;
    return done;
  };
  for await (const { line, text } of linesOf(file)) {
    const read = readLine(text, now);
    if (read.kind !== 'entry' || seen.has(read.id)) continue;
    seen.add(read.id);
    const json = stringifyJson(read.input);
    if (batch.length === entriesPerBatch || (batch.length > 0 && size + json.length > charactersPerBatch))
      yield finish();
    batch.push({ line, id: read.id, text, json });
    size += json.length;
  }
  if (batch.length > 0) yield finish();
}

function previewOf(input: JsonObject): string {
  return stringifyJson(input.value).slice(0, 120);
}
