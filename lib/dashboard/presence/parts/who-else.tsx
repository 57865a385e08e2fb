'use client';
import type { PresenceInput } from '#contract';
import { OthersHere } from '@/components/presence/others-here.tsx';
import { usePresence } from '../use-presence.ts';

/** Who else looks at a record, while this operator does. */
export function WhoElse({ record }: { record: PresenceInput }) {
  return <OthersHere names={usePresence(record)} />;
}
