// The analytics of a meeting, which BigBlueButton posts to `meta_analytics-callback-url` after it.
import { z } from 'zod'
import type { Stay } from '../provider/provider.ts'

const time = z.iso.datetime({ offset: true }).transform(text => new Date(text))
export const Analytics = z.object({
  meeting_id: z.string(),
  data: z.object({
    finish: time,
    attendees: z
      .array(
        z.object({
          ext_user_id: z.string(),
          joins: z.array(time).max(1000),
          leaves: z.array(time).max(1000),
        }),
      )
      .max(20_000),
  }),
})
type Data = z.output<typeof Analytics>['data']

/** A person with the id under which they have entered, and when they were there. */
export interface Attendee {
  id: string
  stays: Pick<Stay, 'from' | 'till'>[]
}

/** A person's joins and leaves in their order; the last stay without a leave lasts until the end. */
export const attendeesIn = ({ attendees, finish }: Data): Attendee[] =>
  attendees.map(({ ext_user_id: id, joins, leaves }) => {
    const inOrder = (times: readonly Date[]) => times.toSorted((one, other) => +one - +other)
    const ends = inOrder(leaves)
    return { id, stays: inOrder(joins).map((from, index) => ({ from, till: ends[index] ?? finish })) }
  })

/** The people of the analytics; null for any other text. */
export function readAnalytics(text: string): Attendee[] | null {
  try {
    const { data } = Analytics.safeParse(JSON.parse(text.replace(/^\uFEFF/, '')))
    return data ? attendeesIn(data.data) : null
  } catch {
    return null
  }
}
