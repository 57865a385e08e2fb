'use client';
import { History } from 'lucide-react';
import { useEffect } from 'react';
import { hasUnsavedWork } from '@/components/shell/unsaved-work.ts';
import { Button } from '@/components/ui/button.tsx';
import { type OldPageHost, reloadWhenFree } from '../reload-when-free.ts';

const key = 'taskdeck.reloaded-for';
const lookEveryMs = 1_000;

/** Says that a newer version of the dashboard runs, and reloads the page when nothing is lost by it. */
export function OldPageNotice({ build }: { build: string }) {
  useEffect(() => {
    let usedOn = performance.now();
    const use = () => {
      usedOn = performance.now();
    };
    const host: OldPageHost = {
      hasUnsavedWork,
      isHidden: () => document.hidden,
      idleInMs: () => performance.now() - usedOn,
      reloadedFor: () => sessionStorage.getItem(key),
      keepReloadedFor: (kept) => sessionStorage.setItem(key, kept),
      reload: () => window.location.reload(),
    };
    const timer = setInterval(() => reloadWhenFree(build, host), lookEveryMs);
    const kinds = ['keydown', 'pointermove', 'pointerdown', 'wheel'] as const;
    for (const kind of kinds) window.addEventListener(kind, use, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      for (const kind of kinds) window.removeEventListener(kind, use, { capture: true });
    };
  }, [build]);
  return (
    <div
      role="status"
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-2 border-line border-t bg-selected px-4 py-1 text-sm"
    >
      <History aria-hidden className="size-4 shrink-0 text-accent" />
      <p className="min-w-0 flex-1">
        A newer version of the dashboard runs. This page reloads when nothing on it is unsaved.
      </p>
      <Button size="sm" onClick={() => window.location.reload()}>
        Reload now
      </Button>
    </div>
  );
}
