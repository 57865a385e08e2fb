'use client';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import type { ViewList } from '#contract';
import { laterPart } from '@/components/shell/later-part.ts';
import { useGo } from '@/components/shell/use-go.ts';
import { OpenView } from '@/components/view/open-view.tsx';
import { contentOf, isSameContent, viewParam, viewPath } from '@/components/view/view-address.ts';
import { ViewMenu } from '@/components/view/view-menu.tsx';
import { useViewActs } from '../use-view-acts.ts';
import { useViews } from '../use-views.ts';

const ManageViews = laterPart(() => import('./view-dialogs.tsx').then((loaded) => loaded.ManageViews));
const SaveView = laterPart(() => import('./view-dialogs.tsx').then((loaded) => loaded.SaveView));

/** The views of a list, for its toolbar. The address says which one is open and what the list shows instead. */
export function ViewControls({ list, storeName }: { list: ViewList; storeName?: string }) {
  const router = useRouter();
  const go = useGo();
  const pathname = usePathname() ?? '/'; // null only in the Pages Router
  const params = new URLSearchParams(useSearchParams() ?? undefined);
  const { views, isRead } = useViews();
  const acts = useViewActs();
  const [doing, setDoing] = useState<'save' | 'manage'>();
  const close = () => setDoing(undefined);
  const content = contentOf(list, storeName, params);
  const openId = params.get(viewParam);
  const view = views.find(({ id }) => id === openId);
  const leave = () => {
    params.delete(viewParam);
    router.replace(params.size === 0 ? pathname : `${pathname}?${params}`);
  };
  return (
    <>
      <ViewMenu
        views={views.filter((one) => one.list === list && one.storeName === storeName)}
        onOpen={(one) => go(viewPath(one), one.name)}
        onSaveAs={() => setDoing('save')}
        onManage={() => setDoing('manage')}
      />
      {openId !== null && isRead && (
        <OpenView
          view={view}
          isModified={view !== undefined && !isSameContent(content, view)}
          onSave={() => void (view && acts.save(view, content))}
          onSaveAs={() => setDoing('save')}
          onReset={() => view && go(viewPath(view), view.name)}
          onClose={leave}
        />
      )}
      {doing === 'save' && (
        <SaveView content={content} onSaved={(saved) => router.replace(viewPath(saved))} onClose={close} />
      )}
      {doing === 'manage' && <ManageViews onClose={close} />}
    </>
  );
}
