/**
 * Returns a module's path in one form, whether V8 printed it as a path or as the URL of a file: with `/`, decoded, without
 * query. A path of Windows begins with `/C:/`.
 */
export function modulePath(printed: string): string {
  const path = printed
    .replace(/^file:\/\//, '')
    .replace(/[?#].*$/, '')
    .replaceAll('\\', '/');
  return decoded(/^[A-Za-z]:\//.test(path) ? `/${path}` : path);
}

/** A path that only looks like an encoded one stays as it is. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
