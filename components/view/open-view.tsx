import { Bookmark, X } from 'lucide-react';
import type { View } from '#contract';
import { Button } from '@/components/ui/button.tsx';

type Props = {
  /** The view of the address. `undefined`: there is none with its id that this operator sees. */
  view: View | undefined;
  isModified: boolean;
  onSave: () => void;
  onSaveAs: () => void;
  onReset: () => void;
  /** Leaves the view. The filter stays, and columns that the address names. */
  onClose: () => void;
};

/** Which view is open, and what can be done with changes of it. */
export function OpenView({ view, isModified, onSave, onSaveAs, onReset, onClose }: Props) {
  return (
    <section
      aria-label="Open view"
      className="order-last flex basis-full flex-wrap items-center gap-x-1.5 gap-y-1 text-sm"
    >
      <Bookmark aria-hidden className="size-3.5 shrink-0 text-muted" />
      {view === undefined ? (
        <span className="min-w-0 flex-1 text-muted">
          The view of this link is deleted or not shared with you. Its filter applies.
        </span>
      ) : (
        <>
          <span className="max-w-full truncate font-medium">{view.name}</span>
          {!view.isOwn && <span className="max-w-full truncate text-muted text-xs">of {view.ownerName}</span>}
        </>
      )}
      {view !== undefined && isModified && (
        <>
          <span className="text-muted text-xs">modified</span>
          <Button
            size="sm"
            disabledReason={view.canChange ? undefined : `Only ${view.ownerName} can change this view.`}
            onClick={onSave}
          >
            Save
          </Button>
          <Button size="sm" onClick={onSaveAs}>
            Save as…
          </Button>
          <Button size="sm" variant="ghost" onClick={onReset}>
            Reset
          </Button>
        </>
      )}
      <Button size="sm" variant="ghost" iconOnly aria-label="Close the view" title="Close the view" onClick={onClose}>
        <X aria-hidden />
      </Button>
    </section>
  );
}
