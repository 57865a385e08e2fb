'use client';
import { Command } from 'cmdk';
import type { ReactNode } from 'react';

/** A part of the palette. */
export function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

/** A line of the palette. */
export function Item({
  value,
  onSelect,
  isDisabled = false,
  children,
}: {
  value: string;
  onSelect: () => void;
  isDisabled?: boolean;
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      disabled={isDisabled}
      className="flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-sm data-[disabled=true]:opacity-60 data-[selected=true]:bg-selected [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted"
    >
      {children}
    </Command.Item>
  );
}
