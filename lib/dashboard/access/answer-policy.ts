import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** For HTML that is no page of the dashboard, such as an error of the server: it loads and runs nothing. */
export const closedPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const policyName = 'content-security-policy';

/** Gives an answer of HTML without a policy the closed one. */
export function closeAnswersWithoutPolicy(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const given = rest.find((part): part is OutgoingHttpHeaders => typeof part === 'object' && part !== null);
    const header = (name: string): OutgoingHttpHeader | undefined => {
      const own = Object.entries(given ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
      return own ?? response.getHeader(name);
    };
    if (
      /^text\/html|^application\/xhtml/i.test(String(header('content-type') ?? '')) &&
      header(policyName) === undefined
    )
      response.setHeader(policyName, closedPolicy);
    const [first, second] = rest;
    if (typeof first === 'string') return writeHead(status, first, given);
    return writeHead(status, given ?? (typeof second === 'object' ? given : undefined));
  };
}
