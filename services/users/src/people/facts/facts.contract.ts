// What is true of people now, for rules about them: the service of segments keeps a copy, and reads it anew after an event.
import { I, id, resource, timestamp } from '@lms/contract'
import { z } from 'zod'
import { consentChannels } from '../../privacy/consents/consent.contract.ts'
import { User } from '../users/user.contract.ts'

/** Maximum people of one answer; a page of all people has half of them. */
export const maxPeopleOfFacts = 400

export const UserFacts = User.pick({
  id: true,
  email: true,
  phone: true,
  first_name: true,
  last_name: true,
  role: true,
  locale: true,
  time_zone: true,
  status: true,
  custom_fields: true,
  created_at: true,
}).extend({
  tag_ids: z.array(id('tag')),
  group_ids: z.array(id('grp')),
  consents: z.array(z.enum(consentChannels)).describe('The channels with a given consent.'),
  accesses: z
    .array(
      z.object({
        course_id: id('crs'),
        expires_at: timestamp().nullable(),
        renews: z.boolean().describe('A subscription pays for it: its end moves with each payment.'),
      }),
    )
    .describe('The active accesses.'),
  messenger: z.string().nullable().describe('Their number in the messenger; null without one.'),
})
export type UserFacts = z.infer<typeof UserFacts>

export const userFacts = resource({
  find: I('POST /internal/users/facts', {
    summary: 'What is true of people now; those whom the school does not have are absent',
    callers: ['commerce', 'crm', 'scenarios'],
    permission: null,
    body: z.object({ ids: z.array(id('usr')).max(maxPeopleOfFacts) }),
    returns: z.object({
      people: z.array(UserFacts),
      unsettled: z.array(id('usr')).describe('Those whose accesses are just being adjusted to their groups.'),
    }),
  }),
  next: I('POST /internal/users/facts/next', {
    summary: 'The same of the next people, in the order of their ids; an empty page after the last',
    callers: ['crm'],
    permission: null,
    body: z.object({ after: id('usr').nullable() }),
    returns: z.object({ people: z.array(UserFacts) }),
  }),
})
