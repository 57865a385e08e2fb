import { isTestCode, type SourceFile } from './rooms.ts';

/** A selector of the document's root or body that looks for something within it, as CSS or in a class of Tailwind. */
const breach = /(?:\bhtml|\bbody|:root)\b[^\s,{_>]*:has\(/;

/**
 * Returns the styles that would make the browser compute the style of the whole page again whenever an element comes or
 * goes: what stands for the page with something in it is a mark of its root.
 */
export function checkStyles({ path, text }: SourceFile): string[] {
  if (!/^(?:app|components|lib\/dashboard)\//.test(path) || isTestCode(path)) return [];
  return text.split('\n').flatMap((line, index) => {
    const found = breach.exec(line)?.[0];
    const isComment = /^\s*(?:\*|\/)/.test(line);
    if (found === undefined || isComment) return [];
    return [`${path}:${index + 1}: ${found}…) restyles the page with every element that comes: use useRootMark`];
  });
}
