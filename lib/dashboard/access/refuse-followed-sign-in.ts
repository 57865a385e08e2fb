import type { Provider } from 'next-auth/providers/index';

/**
 * Returns the 405 for a link to the callback of a sign-in that is sent as a form, such as the one with a password, which
 * next-auth would answer with 500. The callbacks of OpenID Connect providers are links.
 */
export function refuseFollowedSignIn(request: Request, providers: readonly Provider[]): Response | undefined {
  const [, id] = /\/callback\/([^/]+)$/.exec(new URL(request.url).pathname) ?? [];
  if (request.method === 'POST' || !providers.some((provider) => isForm(provider) && idOf(provider) === id))
    return undefined;
  const detail = 'a sign-in is sent as a form';
  return Response.json(
    { title: 'Method Not Allowed', status: 405, code: 'MethodNotAllowed', detail },
    {
      status: 405,
      headers: { allow: 'POST', 'content-type': 'application/problem+json', 'cache-control': 'private, no-store' },
    },
  );
}

const isForm = ({ type }: Provider) => type === 'credentials';

/** next-auth takes the options over the defaults of a provider. */
const idOf = ({ id, options }: Provider): unknown => options?.id ?? id;
