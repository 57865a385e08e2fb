'use client';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ErrorFrame } from '#contract';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { ScrollRegion } from '@/components/ui/scroll-region.tsx';
import { frameWords } from './frame-words.ts';

/** Fewer frames of libraries than these are shown at once: a button would take as much room. */
const fewestFolded = 2;

/**
 * The frames of a stack: own ones with their source when there is some. Those of libraries and Node are dimmed, and folded
 * when the stack has own ones.
 */
export function StackView({ frames, of }: { frames: readonly ErrorFrame[]; of?: string | undefined }) {
  const [isWhole, setWhole] = useState(false);
  const ofWhat = of === undefined ? '' : ` of ${of}`;
  const firstWithSource = frames.findIndex(({ source }) => source !== undefined);
  const others = frames.filter(({ isOwn }) => !isOwn).length;
  const isFoldable = others >= fewestFolded && others < frames.length;
  const shown = [...frames.entries()].filter(([, { isOwn }]) => isOwn || isWhole || !isFoldable);
  return (
    <ScrollRegion aria-label={`Stack${ofWhat}`} className="max-h-96 border-danger/25 border-t bg-surface">
      <ol className="py-2 font-mono text-xs leading-5">
        {shown.map(([index, frame]) => (
          <li key={index} className={cn(frame.isOwn ? 'text-ink' : 'text-faint')}>
            {frame.source === undefined ? (
              <p className="whitespace-pre-wrap wrap-anywhere py-0.5 pr-3 pl-7" title={frame.original && frame.text}>
                {frameWords(frame)}
              </p>
            ) : (
              <SourceFrame
                frame={frame}
                source={frame.source}
                name={`frame ${index + 1}${ofWhat}`}
                isOpen={index === firstWithSource}
              />
            )}
          </li>
        ))}
      </ol>
      {isFoldable && (
        <Button
          variant="ghost"
          size="sm"
          className="mb-2 ml-5"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Hide' : 'Show'} {others} frames of libraries
        </Button>
      )}
    </ScrollRegion>
  );
}

type SourceFrameProps = {
  frame: ErrorFrame;
  source: NonNullable<ErrorFrame['source']>;
  /** Its place in the stack, from 1, and what the stack is of. A stack can have a function twice. */
  name: string;
  isOpen: boolean;
};

/** A frame that opens to the lines around its place. The failing line has a mark, not a colour alone. */
function SourceFrame({ frame, source, name, isOpen }: SourceFrameProps) {
  return (
    <details open={isOpen} className="group">
      <summary className="flex cursor-pointer list-none gap-1 py-0.5 pr-3 pl-2 -outline-offset-2">
        <ChevronRight aria-hidden className="mt-0.5 size-4 shrink-0 text-muted group-open:rotate-90" />
        <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{frameWords(frame)}</span>
      </summary>
      <div className="my-1 mr-3 ml-7 overflow-hidden rounded border border-line">
        <ScrollRegion aria-label={`Source of ${name}`} className="bg-surface">
          <table className="w-full border-collapse">
            <tbody>
              {source.lines.map((text, index) => {
                const line = source.firstLine + index;
                const isFailing = line === frame.original?.line;
                return (
                  <tr key={line} className={cn(isFailing && 'bg-danger-soft')}>
                    <th scope="row" className="w-0 select-none px-2 text-right font-normal text-muted">
                      {isFailing && <span className="mr-1 text-danger">▶</span>}
                      <span className={cn('tabular', isFailing && 'font-semibold text-danger')}>{line}</span>
                    </th>
                    <td className="whitespace-pre py-0 pr-3 pl-1">{text}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </ScrollRegion>
        <p className="wrap-anywhere border-line border-t px-2 py-1 text-muted">{frame.text}</p>
      </div>
    </details>
  );
}
