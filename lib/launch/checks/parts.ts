import type { SourceFile } from './rooms.ts';

const helpers = 'components/shell/';

/**
 * Returns each `dynamic` component of the dashboard that stands alone. `drawnPart` keeps what the server has drawn until the
 * code has come, and `laterPart` is for what the server does not draw; without them React takes the part away in between.
 */
export function checkParts({ path, text }: SourceFile): string[] {
  if (!/^(?:app|components|lib\/dashboard)\//.test(path) || path.startsWith(helpers)) return [];
  const found = text.matchAll(/\bdynamic\(/g);
  return Array.from(found).flatMap(({ index }) => {
    const before = text.slice(0, index);
    if (/\bdrawnPart\(\s*$/.test(before)) return [];
    return [`${path}:${before.split('\n').length}: dynamic stands inside drawnPart, or is a laterPart`];
  });
}
