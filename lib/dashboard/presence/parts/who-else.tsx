'use client';
import type { PresenceInput } from '#contract';
import { OthersHere } from '@/components/presence/others-here.tsx';
import { usePresence } from '../use-presence.ts';

/** Who else looks at a record, while this operator does. `isShort`: without a sentence. */
export function WhoElse({ record, isShort = false }: { record: PresenceInput; isShort?: boolean }) {
  return <OthersHere names={usePresence(record)} isShort={isShort} />;
}
