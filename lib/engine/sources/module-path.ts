import { percentDecoded } from '#contract';

/**
 * Returns a module's path in one form, whether V8 printed it as a path or as the URL of a file: with `/`, decoded, without
 * query. A path of Windows begins with `/C:/`.
 */
export function modulePath(printed: string): string {
  const path = printed
    .replace(/^file:\/\//, '')
    .replace(/[?#].*$/, '')
    .replaceAll('\\', '/');
  const rooted = /^[A-Za-z]:\//.test(path) ? `/${path}` : path;
  return percentDecoded(rooted) ?? rooted; // a path that only looks like an encoded one stays as it is
}
