/** Names, in a request that a page makes, the operator for whom the page was drawn. */
export const operatorHeader = 'taskdeck-operator';

/** Says, in an answer to such a request, that the session of this operator has ended. */
export const sessionHeader = 'taskdeck-session';

/** The value of `sessionHeader`. */
export const sessionHasEnded = 'ended';

/** Returns whether a request was made by a page that was drawn for another operator than this one, or than nobody. */
export function isOfAnotherPage(
  saidOperator: string | null | undefined,
  operator: { id: string } | undefined,
): boolean {
  return saidOperator !== null && saidOperator !== undefined && saidOperator !== operator?.id;
}

/** For whom this page was drawn, and what happens when an answer says that their session has ended. */
type PageOperator = {
  id: string;
  onEnd: () => void;
  /** Does the same, and calls once the operator is signed in again on this page. */
  whenSignedIn: (call: () => void) => void;
};

let pageOperator: PageOperator | undefined;

/** Notes for whom this page was drawn. All later requests of the page say so. */
export function notePageOperator(operator: PageOperator): void {
  pageOperator = operator;
}

/** Returns the header that says for whom this page was drawn; none on a page that anybody may see. */
export function pageOperatorHeader(): Record<string, string> {
  return pageOperator === undefined ? {} : { [operatorHeader]: pageOperator.id };
}

/**
 * Adds the operator of the page to each request that it makes of this dashboard: actions, reads and other pages. The
 * cookie is that of the browser, in which somebody else may have signed in meanwhile. An action whose session had ended did
 * nothing, and is sent again once its operator is signed in.
 */
export function sayPageOperator(): void {
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input, window.location.href);
    if (pageOperator === undefined || address.origin !== window.location.origin) return send(input, init);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set(operatorHeader, pageOperator.id);
    for (;;) {
      const answer = await send(input, { ...init, headers });
      if (answer.headers.get(sessionHeader) !== sessionHasEnded) return answer;
      if (!headers.has('next-action')) {
        pageOperator.onEnd();
        return answer;
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      pageOperator.whenSignedIn(resolve);
      await promise;
    }
  };
}
