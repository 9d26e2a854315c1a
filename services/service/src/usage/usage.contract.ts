import { I, resource, text, timestamp, usageDay } from '@lms/contract'
import { z } from 'zod'

/** Maximum days of one question. */
export const maxDays = 400
/** Schools of one answer. */
export const maxSchools = 1000

const count = (what: string) => z.int().min(0).describe(what)
const counted = (what: string) => z.int().min(0).nullable().describe(`${what} Null before it was counted.`)

const figures = {
  requests: count('Requests of the API and of pages, whatever their answer was.'),
  bytes_sent: count('Bytes of answers with their heads.'),
  active_people: count('People who have asked for something themselves, or for whom a key has.'),
  orders: counted('Orders that were created.'),
  events: counted('Events of the school, as its journal has them.'),
  deliveries: counted('Events on their way to webhooks.'),
  tasks: count('Tasks that changes have left.'),
  bytes_kept: counted('Bytes of all files of the school at the end of the day, or when it was counted.'),
  agent_tokens: counted('Tokens that models have taken.'),
}

export const UsageDay = z.object({
  school_id: text(50, 1),
  day: usageDay(),
  ...figures,
  closed: z.boolean().describe('Whether the day is over and was counted by all services.'),
  counted_at: timestamp().nullable().describe('When services have last counted their rows.'),
})
export type UsageDay = z.infer<typeof UsageDay>

const period = {
  from: usageDay().describe('A day of UTC, included.'),
  to: usageDay().describe('A day of UTC, included; at most 400 days.'),
}

export const usageInternalApi = resource({
  days: I('POST /internal/usage-days', {
    summary: 'What the school has used, by day; what of today is counted from rows is counted now',
    callers: ['gateway'],
    operatorRoute: 'GET /operator/v1/schools/{id}/usage',
    permission: null,
    body: z.object(period),
    returns: z.object({ days: z.array(UsageDay) }),
  }),
  schools: I('POST /internal/usage-schools', {
    summary: 'What schools have used in a period, in the order of their ids',
    callers: ['gateway'],
    permission: null,
    body: z.object({ ...period, after: text(50).nullable() }),
    returns: z.object({
      schools: z.array(UsageDay.omit({ day: true, closed: true, counted_at: true })),
      next: z.string().nullable(),
    }),
  }),
})
