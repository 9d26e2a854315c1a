// Members and curators of groups, as services with a directory of people read them from the users service. The catalogue
// has no event for a group's curator, so a reader asks for the changes.
import { z } from 'zod'
import { oneOf } from './field-types.ts'
import { id } from './ids.ts'
import { everyService, I, resource } from './operation.ts'

/** The person is a member or the curator of the group. */
export const GroupPerson = z.object({
  group_id: id('grp'),
  role: oneOf(['curator', 'member']),
  user_id: id('usr'),
})
export type GroupPerson = z.infer<typeof GroupPerson>

export const groupPeople = resource({
  /** A page of the memberships and curatorships that changed since a snapshot; of all of them, without one. */
  changed: I('POST /internal/groups/people', {
    summary: 'changed members and curators of groups',
    callers: everyService,
    permission: null,
    body: z.object({
      since: z
        .string()
        .regex(/^\d+:\d+:[\d,]*$/)
        .nullable()
        .describe('The `snapshot` of the first page of the last reading.'),
      after: z.string().max(200).nullable().describe('The `next` of the last page; null for the first page.'),
    }),
    returns: z.object({
      snapshot: z.string().describe('The snapshot of the page, as a pg_snapshot of Postgres.'),
      lost: z
        .boolean()
        .describe('Whether the database was restored and does not know `since`: start again without it.'),
      changes: z.array(GroupPerson.extend({ present: z.boolean() })),
      next: z.string().nullable(),
    }),
  }),
})
