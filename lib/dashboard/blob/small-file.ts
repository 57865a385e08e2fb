/** Up to this size a file is read and sent in moments: what surrounds it takes longer. */
export const smallFileBytes = 256 * 1024;
