/** Whether the navigation is narrow, as a cookie: the server then renders it as it was left. */
export const navigationCookie = 'taskdeck.navigation';

export function rememberNavigation(isNarrow: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = `${navigationCookie}=${isNarrow ? 'narrow' : 'wide'}; path=/; max-age=31536000; samesite=lax`;
}
