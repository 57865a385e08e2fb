/** The target of a request as far as it is known. The audit record names it. */
export type Subject = { params: Record<string, string>; body?: unknown; answered?: Record<string, unknown> };
