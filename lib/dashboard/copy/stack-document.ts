import type { ErrorFrame, ErrorFrames, TaskError } from '#contract';
import { errorWords } from '@/components/error/error-words.ts';
import { frameWords } from '@/components/run/frame-words.ts';
import { type Html, html } from './html.ts';

/** The stack of an error: with its places and lines in the original source, otherwise as it is. */
export function stackHtml(error: TaskError, mapped: ErrorFrames | undefined): Html {
  const title = errorWords(error);
  if (mapped === undefined) return html`<pre>${error.stack ?? title}</pre>`;
  const stack = [title, ...mapped.frames.map((frame) => `    ${frameWords(frame)}`)].join('\n');
  return html`<pre>${stack}</pre>${mapped.frames.map(sourceOf)}`;
}

function sourceOf(frame: ErrorFrame): Html | undefined {
  const { source, original } = frame;
  if (source === undefined) return undefined;
  const lines = source.lines.map((text, index) => {
    const line = source.firstLine + index;
    return `${line === original?.line ? '▶' : ' '} ${String(line).padStart(5)}  ${text}\n`;
  });
  return html`<details><summary>Source ${frameWords(frame)}</summary><pre>${lines}</pre></details>`;
}
