import { userAgentFromString } from 'next/server';

/** What people recognise a browser by, such as "Firefox on Linux"; `undefined` where its header names neither. */
export function deviceName(userAgent: string | null): string | undefined {
  const { browser, os } = userAgentFromString(userAgent ?? undefined);
  const name = [browser.name, os.name].filter((part) => part !== undefined).join(' on ');
  return name === '' ? undefined : name.slice(0, 128);
}
