/** Text without its percent-encoding (RFC 3986, 2.1). `undefined` when it cannot be decoded. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
