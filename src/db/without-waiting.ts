/**
 * SQL to select in a statement whose commit need not wait for the disk. Until something after it is committed in the
 * usual way, a crash of Postgres may undo it, all of it or nothing; others see it at once.
 */
export const withoutWaiting = `set_config('synchronous_commit', 'off', true)`
