import type { ReadBlob } from '@/components/blob/preview/blob-preview.tsx';
import { readShownProblem } from '../problem/shown-problem.ts';

/** Reads the first bytes of a blob for a preview; a range is asked for, so that no more than these travel. */
export async function readBlob(address: string, length: number): ReturnType<ReadBlob> {
  try {
    const response = await fetch(address, {
      credentials: 'same-origin',
      headers: { range: `bytes=0-${length - 1}` },
    });
    if (response.ok) return { ok: true, bytes: new Uint8Array(await response.arrayBuffer()).subarray(0, length) };
    const problem = readShownProblem(await response.text());
    return {
      ok: false,
      problem: problem ?? {
        code: 'BadAnswer',
        detail: `The dashboard answered ${response.status} without a reason.`,
      },
    };
  } catch {
    return {
      ok: false,
      problem: { code: 'Unreachable', detail: 'The dashboard did not answer. Check the connection.' },
    };
  }
}
