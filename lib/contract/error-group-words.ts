/** How a group of failures with one cause stands. */
export const errorGroupStatuses = ['new', 'ongoing', 'backAgain', 'resolved', 'muted'] as const;

/** The orders of the list of groups. */
export const errorGroupOrders = ['recentFailures desc', 'lastSeenOn desc', 'firstSeenOn desc'] as const;
