'use client';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Popover, PopoverContent, PopoverTrigger } from './popover.tsx';

type CutTextProps = {
  /** What the text is, in lower case. */
  label: string;
  /** Cuts the text: `line-clamp-…`. */
  className: string;
  children: ReactNode;
};

/** A text that is cut where it has no room. It then is a button too, which shows all of it. */
export function CutText({ label, className, children }: CutTextProps) {
  const text = useRef<HTMLSpanElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const measure = useCallback(() => {
    const element = text.current;
    if (element !== null) setCut(element.scrollHeight > element.clientHeight);
  }, []);
  useEffect(measure); // the text can change in a box that stays as it is
  useEffect(() => {
    if (text.current === null) return;
    const observer = new ResizeObserver(measure);
    observer.observe(text.current);
    return () => observer.disconnect();
  }, [measure]);
  return (
    <span className="relative block">
      <span ref={text} className={className}>
        {children}
      </span>
      {(isCut || isOpen) && (
        <Popover open={isOpen} onOpenChange={setOpen}>
          <PopoverTrigger asChild>
            <button
              type="button"
              aria-label={`Show the whole ${label}`}
              className="absolute inset-0 cursor-pointer rounded"
            />
          </PopoverTrigger>
          <PopoverContent aria-label={`The whole ${label}`} className="wrap-anywhere w-96 text-sm">
            {children}
          </PopoverContent>
        </Popover>
      )}
    </span>
  );
}
