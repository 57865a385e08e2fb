'use client';
import { OneSided } from '@/components/state/edit/one-sided.tsx';
import type { EditNote } from '../../use-entry-editor.ts';

/** Where what stands in the form came from. */
export function EditNoteLine({ note }: { note: EditNote }) {
  if (note.kind === 'merged') {
    return (
      <div role="status" className="rounded-md bg-positive-soft px-3 py-2 text-sm">
        <p>Merged with version {note.version}. Check the result, then save it. Nothing has been saved yet.</p>
        <OneSided merge={note.merge} by={note.by} />
      </div>
    );
  }
  return (
    <p role="status" className="text-muted text-sm">
      {note.kind === 'draft'
        ? `Your unsaved draft is back. It is based on version ${note.version}${note.isBaseLost ? ', which is no longer kept.' : '.'}`
        : `This is the change in your basket, based on version ${note.version}.`}
    </p>
  );
}
