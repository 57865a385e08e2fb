'use client';
import dynamic from 'next/dynamic';
import { partLoader } from '@/components/shell/part-loader.ts';

/** The dialog of a store's policy, loaded when it is opened. */
export const EditPolicy = dynamic(
  partLoader(() => import('./edit-policy.tsx').then((loaded) => loaded.EditPolicy)),
  { ssr: false },
);
