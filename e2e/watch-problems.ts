import { expect, type Page } from '@playwright/test';

/** Gathers what a page complains of; the answer fails the journey when there is any that it does not expect. */
export function watchProblems(page: Page, expected: readonly RegExp[]): () => void {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    problems.push(`console on ${page.url()}: ${message.text().slice(0, 300)} (${message.location().url})`);
  });
  void page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      // a caught violation is not in the console
      console.error(`breaks the content security policy: ${violatedDirective} ${blockedURI} (${sourceFile})`),
    ),
  );
  page.on('pageerror', (error) => problems.push(`thrown on ${page.url()}: ${error.message.slice(0, 300)}`));
  return () => expect(problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))).toEqual([]);
}
