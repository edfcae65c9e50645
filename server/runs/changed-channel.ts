/** Notifies processes of changes of runs; its payload names the runs. */
export const CHANGED_CHANNEL = 'run_changed';
