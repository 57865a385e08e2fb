'use client';
import { Eye, EyeOff, Layers, ListChecks } from 'lucide-react';
import { useGo } from '@/components/shell/use-go.ts';
import { Button } from '@/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx';
import { capitalised } from '../bulk/bulk-words.ts';
import { statusLook } from '../task/status.ts';
import { StatusIcon } from '../task/status-icon.tsx';
import { pathOfWatched, type Watched } from './watched.ts';

/** What is watched: how each fares, the way to it, and the end of watching. */
export function WatchMenu({ watched, onStop }: { watched: readonly Watched[]; onStop: (ids: string[]) => void }) {
  const go = useGo();
  if (watched.length === 0) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" variant="ghost" className="tabular" aria-label={`Watched: ${watched.length}`}>
          <Eye aria-hidden /> {watched.length}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-w-80">
        {watched.map((one) => (
          <DropdownMenuItem key={one.id} onSelect={() => go(pathOfWatched(one), one.name)}>
            <WatchedIcon watched={one} />
            <span className="min-w-0 flex-1 truncate">{one.name}</span>
            <span className="text-muted text-xs">{stateOf(one)}</span>
          </DropdownMenuItem>
        ))}
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => onStop(watched.map(({ id }) => id))}>
          <EyeOff aria-hidden /> Stop watching all
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function WatchedIcon({ watched }: { watched: Watched }) {
  if (watched.kind === 'task') return <StatusIcon status={watched.status} />;
  return watched.kind === 'filter' ? <ListChecks aria-hidden /> : <Layers aria-hidden />;
}

function stateOf(watched: Watched): string {
  if (watched.kind === 'task') return statusLook[watched.status].word;
  if (watched.kind === 'operation') return capitalised(watched.status);
  const { seen = [], isWhole = true } = watched;
  return `${seen.length}${isWhole ? '' : '+'} ${seen.length === 1 ? 'task' : 'tasks'}`;
}
