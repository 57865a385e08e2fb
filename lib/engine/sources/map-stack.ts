import type { ErrorFrame, ErrorFrames } from '#contract';
import type { Database } from '#database';
import { isOwnModule, parseFrame } from '../run/stack-frame.ts';
import { beforeCause } from '../run/told-causes.ts';
import { type MappedPlace, type MappingProblem, mapPlaces } from './map-places.ts';
import { modulePath } from './module-path.ts';

/** A stack, the worker whose code threw it, and when that was. Without `thrownOn`: just now. */
type ThrownStack = { stack: string; worker: string | undefined; thrownOn: string | undefined };

const maximumFrames = 100;

const problems: Readonly<Record<MappingProblem, string>> = {
  time: 'The source map takes longer than 10 seconds to read.',
  memory: 'The source map takes more than 1 GiB of memory to read.',
  map: 'The source map cannot be read.',
};

/**
 * Returns the frames of a stack, up to 100, each with its place in the original source as the worker's source maps say it.
 * Without a map, a frame has only its text.
 */
export async function mapStack(database: Database, thrown: ThrownStack): Promise<Omit<ErrorFrames, 'hasHiddenSource'>> {
  const frames = framesOf(thrown.stack);
  const paths = [...new Set(frames.flatMap(({ path }) => path ?? []))];
  const hashes = await readHashes(database, thrown, paths);
  const needed = [...new Set(hashes.values())];
  if (needed.length === 0) return { frames: frames.map((frame) => frameRecord(frame, null)) };
  const contents = await readContents(database, needed);
  const places = frames.map(({ path = '', called, line, column }, at) => {
    const map = needed.indexOf(hashes.get(path) ?? '');
    return { map: map < 0 ? undefined : map, caller: callerOf(frames, at), called, line, column };
  });
  const mapped = await mapPlaces(needed.join(), { maps: contents, places });
  if (typeof mapped === 'string')
    return { frames: frames.map((frame) => frameRecord(frame, null)), problem: problems[mapped] };
  return { frames: frames.map((frame, at) => frameRecord(frame, mapped[at] ?? null)) };
}

/** The frame that called one. Node's turn of the event loop stands between them after an await. */
function callerOf(frames: readonly Frame[], at: number): number {
  return frames.findIndex(({ path = '' }, other) => other > at && !path.startsWith('node:internal/process/'));
}

type Frame = { text: string; called: string; path?: string; isOwn: boolean; line: number; column: number };

/** The frames of a stack without the message before them, and the line before those of each cause. */
function framesOf(stack: string): Frame[] {
  const lines = stack.split('\n').filter((line) => /^\s*at /.test(line) || line.startsWith(beforeCause));
  return lines.slice(0, maximumFrames).map((line) => {
    const text = line.trim();
    const parsed = parseFrame(line);
    const isOwn = line.startsWith(beforeCause);
    if (parsed === undefined) return { text, called: '', isOwn, line: 0, column: 0 };
    const { called, line: at, column } = parsed;
    return { text, called, path: modulePath(parsed.path), isOwn: isOwnModule(parsed.path), line: at, column };
  });
}

function frameRecord({ text, called, isOwn }: Frame, place: MappedPlace | null): ErrorFrame {
  if (place === null) return { text, isOwn };
  const { file, line, column, name = called, snippet } = place;
  const isOwnSource = isOwn && isOwnModule(`/${file}`);
  return {
    text,
    isOwn: isOwnSource,
    original: { file, line, column, ...(name !== '' && { function: name }) },
    ...(isOwnSource && snippet !== undefined && { source: snippet }),
  };
}

/** The hash of the map of each module, as the worker had sent it when the failure happened. */
async function readHashes(
  database: Database,
  { worker, thrownOn }: ThrownStack,
  paths: readonly string[],
): Promise<Map<string, string>> {
  if (worker === undefined || paths.length === 0) return new Map();
  const rows = await database<{ path: string; hash: string }[]>`
    select path, hash from source_bundle_file
    where path = any(${paths}::text[]) and bundle = (
      select bundle from worker_bundle where worker = ${worker}
        and registered_on <= coalesce(${thrownOn ?? null}::timestamptz, now())
      order by registered_on desc limit 1)`;
  return new Map(rows.map(({ path, hash }) => [path, hash]));
}

/** The contents of maps, in the order of their hashes. */
async function readContents(database: Database, hashes: readonly string[]): Promise<Uint8Array[]> {
  const rows = await database<{ hash: string; content: Uint8Array }[]>`
    select hash, content from source_map where hash = any(${hashes}::text[])`;
  const byHash = new Map(rows.map(({ hash, content }) => [hash, content]));
  return hashes.map((hash) => byHash.get(hash) ?? new Uint8Array());
}
