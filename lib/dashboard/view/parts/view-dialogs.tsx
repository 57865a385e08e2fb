'use client';
import { useState } from 'react';
import type { View } from '#contract';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { toast } from '@/components/ui/toast.ts';
import { ManageViewsDialog } from '@/components/view/manage-views-dialog.tsx';
import type { ViewContent } from '@/components/view/view-address.ts';
import { ViewDialog } from '@/components/view/view-dialog.tsx';
import { useViewActs } from '../use-view-acts.ts';
import { useViews } from '../use-views.ts';

type Doing = { what: 'rename' | 'delete'; view: View };

/** All views with their order, names and ends, in dialogs. */
export function ManageViews({ onClose }: { onClose: () => void }) {
  const { views } = useViews();
  const acts = useViewActs();
  const [doing, setDoing] = useState<Doing>();
  const close = () => setDoing(undefined);
  return (
    <>
      <ManageViewsDialog
        views={views}
        onMove={(view, place) => void acts.move(view, place)}
        onRename={(view) => setDoing({ what: 'rename', view })}
        onDelete={(view) => setDoing({ what: 'delete', view })}
        onClose={onClose}
      />
      {doing?.what === 'rename' && (
        <ViewDialog
          before={doing.view}
          onClose={close}
          onSave={async (given) => {
            const problem = await acts.rename(doing.view, given);
            if (problem === undefined) close();
            return problem;
          }}
        />
      )}
      {doing?.what === 'delete' && (
        <ConfirmDialog
          onClose={close}
          title={`Delete the view ${doing.view.name}?`}
          description={
            doing.view.isShared
              ? 'Everyone who may read its list loses it. Links to it keep their filter.'
              : 'Links to it keep their filter.'
          }
          confirmLabel="Delete view"
          cancelLabel="Keep view"
          isDangerous
          canBeUndone
          onConfirm={async () => (await acts.remove(doing.view))?.detail}
        />
      )}
    </>
  );
}

/** Saves what a list shows as a new view. */
export function SaveView({
  content,
  onSaved,
  onClose,
}: {
  content: ViewContent;
  onSaved: (view: View) => void;
  onClose: () => void;
}) {
  const acts = useViewActs();
  return (
    <ViewDialog
      onClose={onClose}
      onSave={async (given) => {
        const answer = await acts.create(content, given);
        if (!answer.ok) return answer.problem;
        toast.success('View saved', { description: answer.value.name });
        onClose();
        onSaved(answer.value);
        return undefined;
      }}
    />
  );
}
