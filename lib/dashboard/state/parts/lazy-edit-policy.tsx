'use client';
import { laterPart } from '@/components/shell/later-part.ts';

/** The dialog of a store's policy, loaded when it is opened. */
export const EditPolicy = laterPart(() => import('./edit-policy.tsx').then((loaded) => loaded.EditPolicy));
