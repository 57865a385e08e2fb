import { type Bounds, boundKinds } from '#contract';
import type { BoundsTexts } from './bounds-fields.tsx';

/** Bounds as they are typed: names with commas between them. */
export function toTexts(bounds: Bounds | undefined): BoundsTexts {
  const [types = '', queues = '', stores = ''] = boundKinds.map((kind) => bounds?.[kind]?.join(', '));
  return { types, queues, stores };
}

/** What was typed as bounds; `undefined` when every field is empty. */
export function fromTexts(texts: BoundsTexts): Bounds | undefined {
  const bounds: Bounds = {};
  for (const kind of boundKinds) {
    const names = texts[kind].split(/[\s,]+/).filter((name) => name !== '');
    if (names.length > 0) bounds[kind] = names;
  }
  return Object.keys(bounds).length === 0 ? undefined : bounds;
}

export const isSameTexts = (one: BoundsTexts, other: BoundsTexts) =>
  boundKinds.every((kind) => one[kind] === other[kind]);
