'use client';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { browserZone } from '@/components/ui/browser-zone.ts';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover.tsx';
import { formatAbsolute, formatRelative } from '@/components/ui/time-format.ts';
import { useNow, useTimePreferences } from '@/components/ui/time-preferences.tsx';
import { ZonePicker } from '@/components/ui/zone-picker.tsx';

type TimeMenuProps = { isOpen: boolean; onOpen: (isOpen: boolean) => void };

/** How times are shown everywhere: the zone, and as a distance from now or as a date. */
export function TimeMenu({ isOpen, onOpen }: TimeMenuProps) {
  const { preferences, timeZone } = useTimePreferences();
  const label = preferences.zone === 'local' ? 'Local' : (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
  return (
    <Popover open={isOpen} onOpenChange={onOpen}>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="sm" aria-label={`Times: ${label}`}>
          <Clock aria-hidden />
          <span className="hidden xl:inline">{label}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Times">
        <TimeForm />
      </PopoverContent>
    </Popover>
  );
}

function TimeForm() {
  const { preferences, timeZone, change } = useTimePreferences();
  const [localZone] = useState(browserZone);
  const now = useNow();
  const example = new Date(now - 192_000);
  return (
    <div className="grid gap-3">
      <Field label="Time zone">
        {(control) => (
          <ZonePicker
            {...control}
            value={preferences.zone}
            local={localZone}
            onChange={(zone) => change({ ...preferences, zone })}
          />
        )}
      </Field>
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium text-xs">Show as</legend>
        {(['relative', 'absolute'] as const).map((style) => (
          <label key={style} className="flex min-h-6 items-center gap-2 text-sm">
            <input
              type="radio"
              name="time-style"
              checked={preferences.style === style}
              onChange={() => change({ ...preferences, style })}
              className="size-4 accent-accent-solid"
            />
            <span className="tabular">
              {style === 'relative' ? formatRelative(example, now) : formatAbsolute(example, timeZone)}
            </span>
          </label>
        ))}
      </fieldset>
      <p className="text-muted text-xs">
        Now <span className="tabular font-mono">{formatAbsolute(new Date(now), timeZone)}</span> {timeZone}
      </p>
    </div>
  );
}
