/** The name of the failure of a run that backs off because worker after worker was lost while it ran. */
export const workerLostName = 'WorkerLostError';
