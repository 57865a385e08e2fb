/** Of a run that waits for more things at once, no more are told. */
export const mostWaitsTold = 20;
