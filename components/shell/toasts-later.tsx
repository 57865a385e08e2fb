'use client';
import { useEffect, useState } from 'react';
import { whenFirstToast } from '@/components/ui/toast.ts';
import { laterPart } from './later-part.ts';
import { whenPartsLoad } from './part-loader.ts';

const Toasts = laterPart(() => import('./toasts.tsx').then((loaded) => loaded.Toasts));

/**
 * What shows messages, loaded with the first of them or when the page is used. Not before: its style sheet names the
 * root, so that the browser computes the style of every element again.
 */
export function ToastsLater() {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    whenFirstToast(() => setDue(true));
    return whenPartsLoad(() => setDue(true));
  }, []);
  return isDue ? <Toasts /> : null;
}
