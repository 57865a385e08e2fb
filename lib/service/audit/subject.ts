/** What a request is about, as far as it is known: the target of its audit record is named by it. */
export type Subject = { params: Record<string, string>; body?: unknown; answered?: Record<string, unknown> };
