'use client';
import { Eye, EyeOff } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Button } from '@/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx';
import { statusLook } from '../task/status.ts';
import { StatusIcon } from '../task/status-icon.tsx';
import type { Watched } from './watched.ts';

/** The watched tasks: how each fares, the way to it, and the end of watching. */
export function WatchMenu({ watched, onStop }: { watched: readonly Watched[]; onStop: (ids: string[]) => void }) {
  const router = useRouter();
  if (watched.length === 0) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" variant="ghost" className="tabular" aria-label={`Watched tasks: ${watched.length}`}>
          <Eye aria-hidden /> {watched.length}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-w-80">
        {watched.map(({ id, name, status }) => (
          <DropdownMenuItem key={id} onSelect={() => router.push(`/tasks/${encodeURIComponent(id)}`)}>
            <StatusIcon status={status} />
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className="text-muted text-xs">{statusLook[status].word}</span>
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
