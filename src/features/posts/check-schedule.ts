import type { PostDraft, Problem } from './post-input.ts'

const pastGraceMs = 5 * 60_000
const horizonMs = 2 * 365.25 * 24 * 3600_000

/** Checks `schedule`: the time belongs to SCHEDULE_FOR_LATER alone, at most 5 minutes ago, at most 2 years ahead. */
export function checkSchedule(schedule: NonNullable<PostDraft['schedule']>, now: number, problems: Problem[]): void {
  const path = 'schedule.scheduledFor'
  const report = (message: string) => problems.push({ code: 'VALIDATION_FAILED', path, message, field: 'SCHEDULE' })
  const { type, scheduledFor } = schedule
  if (type && type !== 'SCHEDULE_FOR_LATER') {
    if (scheduledFor) report(`${path} is allowed only when schedule.type is SCHEDULE_FOR_LATER.`)
    return
  }
  if (!scheduledFor) return
  const time = scheduledFor.getTime()
  if (time < now - pastGraceMs) report(`${path} is more than 5 minutes in the past.`)
  if (time > now + horizonMs) report(`${path} is more than 2 years ahead.`)
}

/** Checks the bounds of `retryPolicy`. */
export function checkRetryPolicy(policy: NonNullable<PostDraft['retryPolicy']>, problems: Problem[]): void {
  const bounds = [
    ['maxRetries', 10],
    ['delaySeconds', 604_800],
  ] as const
  for (const [name, most] of bounds) {
    const value = policy[name]
    if (value === undefined || (value >= 1 && value <= most)) continue
    const path = `retryPolicy.${name}`
    problems.push({ code: 'VALIDATION_FAILED', path, message: `${path} must be 1 to ${most}, is ${value}.` })
  }
}
