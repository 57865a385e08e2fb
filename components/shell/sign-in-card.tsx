import type { ReactNode } from 'react';
import { Mark } from './mark.tsx';

/** A page without the shell, for somebody who is not signed in completely: the mark, its title, and what is asked. */
export function SignInCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="w-full max-w-80">
        <div className="mb-6 flex items-center gap-2.5">
          <Mark className="size-7" />
          <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
        </div>
        {children}
      </div>
    </main>
  );
}
