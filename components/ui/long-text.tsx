'use client';
import { useState } from 'react';
import { numberText } from '#contract';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';

type LongTextProps = { text: string; className?: string };

/** A text of this many characters or lines is shown whole. */
const mostCharacters = 600;
const mostLines = 8;

/** A text with its lines as they are. Of a long one the beginning, with a button that shows the rest. */
export function LongText({ text, className }: LongTextProps) {
  const [isOpen, setOpen] = useState(false);
  const beginning = beginningOf(text);
  const isCut = beginning !== text;
  return (
    <>
      <p className={cn('whitespace-pre-wrap wrap-anywhere', className)}>{isOpen || !isCut ? text : `${beginning} …`}</p>
      {isCut && (
        <Button
          variant="ghost"
          size="sm"
          className="-ml-2 mt-1"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : `Show all ${numberText([...text].length)} characters`}
        </Button>
      )}
    </>
  );
}

/** The beginning of a long text, which ends between words where it can. A short text is returned whole. */
export function beginningOf(text: string): string {
  const lines = text.split('\n');
  const fewLines = lines.length > mostLines ? lines.slice(0, mostLines).join('\n') : text;
  const characters = [...fewLines];
  if (characters.length <= mostCharacters) return fewLines;
  const start = characters.slice(0, mostCharacters).join('');
  return start.replace(/\s+\S{0,80}$/u, '');
}
