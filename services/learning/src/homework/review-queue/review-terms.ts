// Until when something is to be reviewed, and how long a claim holds.

const hourMs = 3_600_000

/** When what has waited since then is to be reviewed. */
export const reviewDue = (since: string, { review_hours }: { review_hours: number }): Date =>
  new Date(Date.parse(since) + review_hours * hourMs)

/** How long a claim holds without a sign of its holder, in milliseconds. */
export const claimMs = hourMs
export const claimEnd = (now: string): Date => new Date(Date.parse(now) + claimMs)
