'use client';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { cn } from './class-names.ts';
import { findZones, type Zone } from './find-zones.ts';
import { Input } from './input.tsx';
import { presentTime } from './present.ts';

type ZonePickerProps = {
  id: string;
  'aria-describedby'?: string;
  /** An IANA name, or `local` where that is offered. */
  value: string;
  onChange: (zone: string) => void;
  /** Offers the browser's own zone, by its name. */
  local?: string | undefined;
};

/** Chooses a time zone by typing a part of its name or its distance from UTC (the combobox pattern of WAI-ARIA). */
export function ZonePicker({ value, onChange, local, ...control }: ZonePickerProps) {
  const listId = useId();
  const [text, setText] = useState<string>();
  const [active, setActive] = useState(0);
  const [openedOn, setOpenedOn] = useState(() => new Date(presentTime()));
  const isOpen = text !== undefined;
  const offered = useMemo(
    () => (text === undefined ? [] : [...localZone(local, text), ...findZones(text, openedOn)]),
    [text, local, openedOn],
  );
  const chosen = offered[active];
  const label = value === 'local' ? 'Local' : value.replaceAll('_', ' ');

  const open = () => {
    if (isOpen) return;
    setOpenedOn(new Date(presentTime()));
    setText('');
    setActive(0);
  };
  const take = (zone: Zone | undefined) => {
    if (zone !== undefined) onChange(zone.name);
    setText(undefined);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      open();
      const by = event.key === 'ArrowDown' ? 1 : -1;
      if (isOpen && offered.length > 0) setActive((active + by + offered.length) % offered.length);
    } else if (event.key === 'Enter' && isOpen && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      take(chosen);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setText(undefined);
    }
  };

  return (
    <div className="relative">
      <Input
        {...control}
        role="combobox"
        aria-expanded={offered.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${listId}-${active}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={isOpen ? `${label}: type a city or +02:00` : undefined}
        value={text ?? label}
        onChange={(event) => {
          open();
          setText(event.target.value);
          setActive(0);
        }}
        onClick={open}
        onBlur={() => setText(undefined)}
        onKeyDown={press}
      />
      <div
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-label="Time zones"
        hidden={!isOpen || offered.length === 0}
        className="absolute inset-x-0 top-full z-40 mt-1 max-h-56 overflow-auto rounded-lg border border-line bg-raised p-1 shadow-raised"
      >
        {offered.map((zone, index) => (
          <div
            key={zone.name}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            ref={index === active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
            className={cn(
              'flex items-baseline gap-3 rounded px-2 py-1 text-sm',
              index === active ? 'bg-selected' : 'hover:bg-hover',
            )}
            onPointerDown={(event) => {
              event.preventDefault();
              take(zone);
            }}
          >
            <span className="min-w-0 flex-1 truncate">{zone.label}</span>
            <span className="tabular shrink-0 text-muted text-xs">{zone.offset}</span>
          </div>
        ))}
      </div>
      {isOpen && offered.length === 0 && (
        <p role="status" className="mt-1 text-caution text-xs">
          No time zone has this name.
        </p>
      )}
    </div>
  );
}

/** The browser's zone, while the text does not ask for another. */
function localZone(local: string | undefined, text: string): Zone[] {
  if (local === undefined || !'local'.startsWith(text.trim().toLowerCase())) return [];
  return [{ name: 'local', label: 'Local', offset: local.replaceAll('_', ' ') }];
}
