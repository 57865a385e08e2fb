'use client';
import { type ReactNode, useEffect, useRef } from 'react';

/**
 * Keeps what follows in its place while its content changes by itself: it stays as high as the content was at most, at
 * this width, until somebody clicks in it.
 */
export function KeptHeight({ children }: { children: ReactNode }) {
  const outer = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const most = useRef({ width: 0, height: 0 });
  useEffect(() => {
    const [box, content] = [outer.current, inner.current];
    if (box === null || content === null) return;
    const observer = new ResizeObserver(() => {
      const { width, height } = content.getBoundingClientRect();
      const least = width === most.current.width ? most.current.height : 0;
      most.current = { width, height: Math.max(height, least) };
      box.style.minHeight = `${most.current.height}px`;
    });
    observer.observe(content);
    return () => observer.disconnect();
  }, []);
  const forget = () => {
    most.current = { width: 0, height: 0 };
    outer.current?.style.removeProperty('min-height');
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears of what is clicked inside, and is no control
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key that presses a button inside clicks it
    <div ref={outer} onClick={forget} className="min-w-0">
      <div ref={inner}>{children}</div>
    </div>
  );
}
