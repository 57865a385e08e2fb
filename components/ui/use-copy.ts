'use client';
import { useEffect, useRef, useState } from 'react';
import { toast } from './toast.ts';

/** Copies text to the clipboard; `hasCopied` is true for the moment after, and a failure is told. */
export function useCopy(): { hasCopied: boolean; copy: (text: string, label: string) => Promise<void> } {
  const [hasCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async (text: string, label: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setCopied(false), 1500);
      toast.success(`Copied ${label}`, { duration: 1500 });
    } catch {
      toast.error(`The browser refused to copy ${label}`, { description: text });
    }
  };
  return { hasCopied, copy };
}
