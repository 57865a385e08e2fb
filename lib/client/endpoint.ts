/**
 * Returns the endpoint without a slash at its end. Throws `TypeError` when it is not an http(s) URL, and for plain
 * `http:` to another machine unless that is allowed, because the token could be read on the way.
 */
export function checkEndpoint(endpoint: string | URL, allowInsecureConnection: boolean): string {
  const url = URL.parse(endpoint);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new TypeError('endpoint: must be a URL such as https://tasks.example.com or http://127.0.0.1:7700');
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError('endpoint: must have no user name, query or fragment');
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !isLoopback && !allowInsecureConnection)
    throw new TypeError(
      'endpoint: plain http to another machine exposes the token on the network; use https or set allowInsecureConnection',
    );
  return url.href.replace(/\/+$/, '');
}
