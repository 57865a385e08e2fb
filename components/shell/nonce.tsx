'use client';
import { setNonce } from 'get-nonce';
import { createContext, type ReactNode, use, useState } from 'react';

const Nonce = createContext<string | undefined>(undefined);

/**
 * Hands the document's nonce to what adds style elements later: Radix to lock scrolling, CodeMirror for its themes (both
 * by `getNonce`). The first document's nonce stays: the browser holds to its policy through all soft navigations, and when the
 * page is read again with another one.
 */
export function NonceProvider({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const [first] = useState(() => {
    if (typeof document !== 'undefined' && nonce !== undefined) setNonce(nonce);
    return nonce;
  });
  return <Nonce value={first}>{children}</Nonce>;
}

/** The document's nonce, for style elements that are drawn. */
export function useNonce(): string | undefined {
  return use(Nonce);
}
