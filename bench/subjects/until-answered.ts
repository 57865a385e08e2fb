/** Resolves when an HTTP server answers with success. */
export async function untilAnswered(url: string, request: RequestInit = {}): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const isOk = await fetch(url, request).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isOk) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not answer with success in 30 s`);
}
