'use client';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { counted } from '#contract';
import { checkFile, type FileCheck } from '@/components/state/import-file.ts';
import type { ImportResult } from '@/components/state/import-report.tsx';
import { presentTime } from '@/components/ui/present.ts';
import { browserClock } from '../live/clock.ts';
import { importEntries } from './actions.ts';
import { growingChange } from './growing-change.ts';
import { importFile, nothingImported, whyUnreadable } from './import-run.ts';
import { forgetImport, keepImport, type LeftImport, noteImport } from './left-imports.ts';
import { useRefreshState, useTellChange } from './use-tell-change.ts';

type Phase =
  | { kind: 'choosing'; failure?: string }
  | { kind: 'checking' | 'ready' | 'working' | 'done'; file: File; check: FileCheck | undefined; result: ImportResult };

/** An import that was broken off, with its file. */
export type FileToGoOnWith = { file: File; place: LeftImport };

/**
 * An import into a store: a file is chosen and checked, then its entries are saved in batches. With `left`, it begins with
 * that file and goes on where it was broken off. It stops when the component is gone.
 */
export function useImport(storeName: string, left: FileToGoOnWith | undefined) {
  const [phase, setPhase] = useState<Phase>({ kind: 'choosing' });
  const [mode, setMode] = useState<LeftImport['mode']>(left?.place.mode ?? 'create');
  const [startedOn] = useState(() => left?.place.startedOn ?? presentTime());
  const running = useRef<AbortController>(undefined);
  const tell = useTellChange();
  const refresh = useRefreshState();
  useEffect(() => () => running.current?.abort(), []);
  const start = useEffectEvent(() => void choose(left?.file));
  useEffect(() => start(), []);

  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const controller = new AbortController();
    running.current = controller;
    setPhase({ kind: 'checking', file, check: undefined, result: nothingImported });
    try {
      const check = await checkFile(file, startedOn, controller.signal);
      setPhase({ kind: 'ready', file, check, result: nothingImported });
    } catch (error) {
      setPhase({ kind: 'choosing', failure: `${file.name} cannot be read: ${whyUnreadable(error)}.` });
    }
  };

  const run = async (file: File, check: FileCheck) => {
    const controller = new AbortController();
    running.current = controller;
    setPhase({ kind: 'working', file, check, result: nothingImported });
    const made = growingChange(storeName, (ids) => `Imported ${counted(ids.length, 'entry', 'entries')}`);
    const note = noteImport(storeName);
    const { result } = await importFile(file, {
      startedOn,
      signal: controller.signal,
      send: (entries, idempotencyKey) => importEntries({ storeName, mode, entries, idempotencyKey }),
      clock: browserClock,
      from: left?.place,
      onPlace: (place) =>
        keepImport({ ...place, ...importOf(file), storeName, mode, startedOn, total: check.entryCount }),
      onPart: made.add,
      onProgress: (progress) => setPhase({ kind: 'working', file, check, result: progress }),
    });
    note();
    if (!result.isStopped || isNothingSent(result)) forgetImport(storeName);
    setPhase({ kind: 'done', file, check, result });
    const told = made.end();
    if (told !== undefined) tell(told);
    else if (result.unknown !== undefined) void refresh();
  };

  return { phase, mode, setMode, choose, run, stop: () => running.current?.abort() };
}

/** Whether it ended before a batch was taken. */
const isNothingSent = ({ doneCount, refused, unknown }: ImportResult) =>
  doneCount === 0 && refused.length === 0 && unknown === undefined;

const importOf = ({ name, size, lastModified }: File) => ({ fileName: name, contentLength: size, lastModified });
