'use client';
import { Settings2 } from 'lucide-react';
import type { Ref } from 'react';
import type { MatchCount, View } from '#contract';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { Link } from '@/components/ui/link.tsx';
import { viewPath } from './view-address.ts';
import { countWords, viewAbout, viewListLook } from './view-words.ts';

type Props = {
  ref: Ref<HTMLElement>;
  views: readonly View[];
  /** By the ids of views. */
  counts: Readonly<Record<string, MatchCount>>;
  openId: string | null;
  onManage: () => void;
  onNavigate?: (() => void) | undefined;
};

/** Saved views in the navigation, each with how much it shows now. */
export function ViewLinks({ ref, views, counts, openId, onManage, onNavigate }: Props) {
  return (
    <nav ref={ref} aria-label="Saved views" className="mt-3 px-2">
      <div className="flex h-7 items-center justify-between pl-2.5">
        <span className="font-medium text-muted text-xs">Views</span>
        <Button variant="ghost" size="sm" iconOnly aria-label="Manage views" title="Manage views" onClick={onManage}>
          <Settings2 aria-hidden />
        </Button>
      </div>
      <ul className="flex flex-col gap-0.5">
        {views.map((view) => (
          <li key={view.id}>
            <ViewLink view={view} count={counts[view.id]} isOpen={view.id === openId} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type LinkProps = {
  view: View;
  count: MatchCount | undefined;
  isOpen: boolean;
  onNavigate: (() => void) | undefined;
};

function ViewLink({ view, count, isOpen, onNavigate }: LinkProps) {
  const { icon: Icon } = viewListLook[view.list];
  const words = countWords(count);
  return (
    <Link
      href={viewPath(view)}
      title={`${view.name} · ${viewAbout(view)}`}
      aria-current={isOpen ? 'page' : undefined}
      {...(onNavigate === undefined ? {} : { onClick: onNavigate })}
      className={cn(
        'flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm',
        isOpen ? 'bg-selected text-ink' : 'text-muted hover:bg-hover hover:text-ink',
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 flex-1 truncate">{view.name}</span>
      {words !== undefined && <span className="tabular shrink-0 text-xs">{words}</span>}
    </Link>
  );
}
