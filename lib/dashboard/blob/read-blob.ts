import type { ReadBlob } from '@/components/blob/preview/blob-preview.tsx';
import { unreachable } from '@/components/ui/unreachable.ts';
import { readShownProblem } from '../problem/shown-problem.ts';

/**
 * Reads the first bytes of a blob for a preview. A range is asked for, so that no more than these travel, and no more are
 * kept: a short blob with a content coding can be decoded to gigabytes.
 */
export async function readBlob(address: string, length: number): ReturnType<ReadBlob> {
  try {
    const response = await fetch(address, {
      credentials: 'same-origin',
      headers: { range: `bytes=0-${length - 1}` },
    });
    if (response.ok) return { ok: true, bytes: await firstBytes(response, length) };
    const problem = readShownProblem(await response.text());
    return {
      ok: false,
      problem: problem ?? {
        code: 'BadAnswer',
        detail: `The dashboard answered ${response.status} without a reason.`,
      },
    };
  } catch {
    return { ok: false, problem: unreachable };
  }
}

async function firstBytes({ body }: Response, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  const reader = body?.getReader();
  let read = 0;
  while (reader !== undefined && read < length) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes.set(value.subarray(0, length - read), read);
    read = Math.min(length, read + value.length);
  }
  await reader?.cancel();
  return bytes.subarray(0, read);
}
