import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { performJobs } from '#confined';
import type { MappedPlace, MappingJob, Place } from './map-places.ts';
import { calledAt, hasName, originalPath, snippetOf } from './original-source.ts';
import { maximumMapBytes } from './read-source-maps.ts';

/** A decoded map with the text of its sources, as far as it has them. */
type OpenMap = { map: SourceMap; contents: ReadonlyMap<string, string> };

function openMap(content: Uint8Array): OpenMap {
  const payload: SourceMapPayload & { sections?: { map: SourceMapPayload }[] } = JSON.parse(
    gunzipSync(content, { maxOutputLength: maximumMapBytes }).toString(),
  );
  const contents = new Map<string, string>();
  for (const part of [payload, ...(payload.sections ?? []).map((section) => section.map)])
    for (const [at, source] of (part.sources ?? []).entries()) {
      const text = part.sourcesContent?.[at];
      if (typeof text === 'string') contents.set(source, text);
    }
  return { map: new SourceMap(payload), contents };
}

/** Node gives the name of a mapping too, which its types leave out. */
type NamedMapping = SourceMapping & { name?: string };

function entryAt({ map }: OpenMap, { line, column }: Place): NamedMapping | undefined {
  const entry = map.findEntry(line - 1, column - 1);
  return 'originalSource' in entry && entry.originalSource !== undefined && entry.generatedLine === line - 1
    ? entry
    : undefined;
}

/** The name by which the frame above this place in the stack was called, in the original source. */
function nameCalledAt(open: OpenMap, place: Place): string | undefined {
  const entry = entryAt(open, place);
  if (entry?.generatedColumn !== place.column - 1) return undefined;
  const text = open.contents.get(entry.originalSource);
  return text === undefined ? entry.name : calledAt(text, entry.originalLine, entry.originalColumn);
}

function originalPlaces({ maps, places }: MappingJob): (MappedPlace | null)[] {
  const open = maps.map(openMap);
  const mapOf = (place: Place | undefined) => (place?.map === undefined ? undefined : open[place.map]);
  return places.map((place) => {
    const map = mapOf(place);
    const entry = map && entryAt(map, place);
    if (map === undefined || entry === undefined) return null;
    const text = map.contents.get(entry.originalSource);
    const caller = places[place.caller];
    const callersMap = mapOf(caller);
    const isShortened = text === undefined || !hasName(text, place.called);
    const name = isShortened && caller && callersMap ? nameCalledAt(callersMap, caller) : undefined;
    const line = entry.originalLine + 1;
    const snippet = text === undefined ? undefined : snippetOf(text, line);
    return {
      file: originalPath(entry.originalSource),
      line,
      column: entry.originalColumn + 1,
      ...(name !== undefined && { name }),
      ...(snippet !== undefined && { snippet }),
    };
  });
}

performJobs(originalPlaces);
