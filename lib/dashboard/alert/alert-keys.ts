/** Keys of the queries about alerts. */
export const alertKeys = {
  list: ['alerts'] as const,
  one: (id: string) => ['alert', id] as const,
};
