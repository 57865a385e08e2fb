'use client';
import { useCallback, useRef } from 'react';

/** The key under which a form's request is sent: the same as long as the same is sent, so that a second try counts once. */
export function useIdempotencyKey(): (request: string) => string {
  const last = useRef({ request: '', key: '' });
  return useCallback((request) => {
    if (last.current.request !== request) last.current = { request, key: crypto.randomUUID() };
    return last.current.key;
  }, []);
}
