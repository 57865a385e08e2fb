const oneYearInSeconds = 31_536_000;

/** Sets a cookie for a year, or deletes it when its value is empty. The server reads it at the next request. */
export function writeCookie(name: string, value: string): void {
  const age = value === '' ? 0 : oneYearInSeconds;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${age}; samesite=lax`;
}
