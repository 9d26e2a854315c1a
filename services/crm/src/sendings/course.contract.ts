// What requests say of the course of a mailing or a campaign.
import { oneOf, slug } from '@lms/contract'
import { timeOfDay } from '../settings/quiet-hours.ts'

/** What only the server changes, in mailings and in campaigns. */
export const courseFields = [
  'status',
  'scheduled_at',
  'local_time',
  'started_at',
  'finished_at',
  'counts',
  'after_stop',
  'report',
  'warnings',
] as const

/** The time of day of each person, in the body of a start. */
export const localTime = () =>
  timeOfDay()
    .nullable()
    .default(null)
    .describe(
      'Each person gets it at this time of day of their own zone, the first one after the start: for all zones it takes a day. Null: as soon as it is due.',
    )

/** The topic of a new one whose body has none. */
export const usualTopic = 'news'

/** The topic in the body of a creation. */
export const topicOfCopy = () =>
  slug(40)
    .optional()
    .describe(
      `A topic of the settings; its basis decides who gets it. Default: that of the copied one, else \`${usualTopic}\`.`,
    )

/** What a request can make of one that is there; it starts by an operation of its own. */
export const changeableStatus = () =>
  oneOf(['stopped', 'draft', 'paused', 'running'])
    .optional()
    .describe(
      'stopped: takes all queued messages back. What was sent is not recalled; the numbers stand still. draft: one that is scheduled does not begin, and can be changed, also by the same request. paused: what is being handed over leaves, and the rest waits, until it is `running` again.',
    )
