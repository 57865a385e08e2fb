/** The kinds of operations that a deployment can make wait for a second person. */
export const approvalKinds = ['bulk-delete', 'secrets', 'policies', 'reveal'] as const;

export type ApprovalKind = (typeof approvalKinds)[number];
