'use client';
import { setNonce } from 'get-nonce';
import { createContext, type ReactNode, use, useState } from 'react';

const Context = createContext<string | undefined>(undefined);

/** Keeps the nonce of the document: the browser holds to its policy through all soft navigations that follow. */
export function NonceProvider({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const [first] = useState(() => {
    if (typeof document !== 'undefined' && nonce !== undefined) setNonce(nonce); // Radix adds a style to lock scrolling
    return nonce;
  });
  return <Context value={first}>{children}</Context>;
}

/** The nonce for style elements that a library adds (CodeMirror's `EditorView.cspNonce`). */
export function useNonce(): string | undefined {
  return use(Context);
}
