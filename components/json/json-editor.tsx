'use client';
import { RotateCcw } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { laterPart } from '@/components/shell/later-part.ts';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { readDraft, writeDraft } from './draft.ts';
import type { JsonEditorProps } from './json-editor-props.ts';

const JsonEditorView = laterPart(
  () => import('./json-editor-view.tsx').then((loaded) => loaded.default),
  () => <Skeleton className="w-full flex-1" />,
);

/** Edits JSON: syntax and schema are checked while typing, numbers stay exact. Its code loads when it is first shown. */
export function JsonEditor(props: JsonEditorProps) {
  const { draftKey, value, onChange, className } = props;
  const [replaced, setReplaced] = useState<string>();
  const isPageUsed = usePageUse();
  const restore = useEffectEvent((key: string) => {
    const draft = readDraft(key);
    if (draft === undefined || draft === value) return;
    setReplaced(value);
    onChange?.(draft);
  });
  useEffect(() => {
    if (draftKey !== undefined) restore(draftKey);
  }, [draftKey]);

  return (
    <div className="flex min-h-0 flex-col gap-1">
      {replaced !== undefined && (
        <p className="flex items-center gap-2 text-muted text-xs">
          Your unsaved text is back.
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              if (draftKey !== undefined) writeDraft(draftKey, replaced);
              onChange?.(replaced);
              setReplaced(undefined);
            }}
          >
            <RotateCcw aria-hidden="true" className="size-3.5" />
            Start over
          </Button>
        </p>
      )}
      <div className={cn('flex min-h-32 flex-col', className)}>
        <JsonEditorView
          {...props}
          isPageUsed={isPageUsed}
          className="min-h-0 flex-1"
          onChange={(text) => {
            if (draftKey !== undefined) writeDraft(draftKey, text);
            onChange?.(text);
          }}
        />
      </div>
    </div>
  );
}

/** Tells whether somebody has typed or clicked on the page since this was first drawn. */
function usePageUse(): () => boolean {
  const isUsed = useRef(false);
  useEffect(() => {
    const note = (event: Event) => {
      if (!(event instanceof KeyboardEvent && event.repeat)) isUsed.current = true; // of the key that opened this
    };
    document.addEventListener('keydown', note, true);
    document.addEventListener('pointerdown', note, true);
    return () => {
      document.removeEventListener('keydown', note, true);
      document.removeEventListener('pointerdown', note, true);
    };
  }, []);
  return useCallback(() => isUsed.current, []);
}
