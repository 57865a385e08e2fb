import 'server-only';
import type { TaskClient } from '#client';
import { limits, type ValueIndex } from '#contract';
import { readPage } from '../list/page.ts';

/** All indexes of values, of which a deployment has a few. */
export async function readValueIndexes(client: TaskClient, abortSignal?: AbortSignal): Promise<ValueIndex[]> {
  return (await readPage(client.listValueIndexesAsync({ abortSignal }), { maxPageSize: limits.valueIndexes })).value;
}
