// The people to whom a mailing or a campaign goes.
import { distinct, id, oneOf, Refused, reference, refuse } from '@lms/contract'
import { z } from 'zod'

const lists = {
  user_ids: distinct(id('usr'), 1000).default([]),
  tag_ids: distinct(reference(['tag']), 100)
    .default([])
    .describe('People with one of these tags.'),
  group_ids: distinct(reference(['grp']), 100)
    .default([])
    .describe('Members of one of these groups.'),
  segment_ids: distinct(id('seg'), 20).default([]).describe('Members of one of these segments.'),
}

/** People to whom a mailing went, by what became of it. */
export const whoResponded = ['failed', 'not_opened', 'opened', 'clicked'] as const

export const Audience = z
  .object({
    everyone: z.boolean().default(false).describe('All active people of the school.'),
    ...lists,
    exclude: z
      .object(lists)
      .optional()
      .describe('Whoever is in one of these does not get it, whatever else names them; absent for nobody.'),
    responses: z
      .object({
        mailing_id: id('mlg').describe('A mailing of the school.'),
        who: oneOf(whoResponded).describe(
          'failed: whom it did not reach: refused, unknown, bounced, or an unfit content. not_opened: who got it and has not opened it. opened, clicked: who has.',
        ),
      })
      .nullable()
      .default(null)
      .describe('People to whom a mailing went, by what became of it; null for nobody.'),
  })
  .describe('Whoever is in one of these gets it once. It is taken at the start.')
export type Audience = z.infer<typeof Audience>
export type Lists = NonNullable<Audience['exclude']>

export const nobody: Audience = {
  everyone: false,
  user_ids: [],
  tag_ids: [],
  group_ids: [],
  segment_ids: [],
  responses: null,
}

export const audienceRefusals = refuse({
  audience_unknown: {
    status: 422,
    when: 'the audience names a segment or a mailing that the school does not have',
    message:
      'audience.segment_ids must be segments of this school, and audience.responses.mailing_id a mailing. GET /v1/segments and /v1/mailings list them.',
  },
  audience_unmeasured: {
    status: 409,
    when: 'the audience are people who have not opened a mailing that was no e-mail, or the settings record no openings',
    message:
      'Nobody knows who has opened that mailing: only of e-mails openings are recorded, while `tracking.opens` of the section `crm` is on. Choose another audience.',
  },
  audience_empty: {
    status: 409,
    when: 'the audience names nobody: no people, tags, groups or segments',
    message: 'This has no audience. Set `audience` first, with PATCH.',
  },
})

/** Refuses an audience that names nobody. */
export function refuseNobody(audience: Audience): void {
  if (isNobody(audience)) throw new Refused(audienceRefusals.audience_empty)
}

/** Whether an audience names nobody. */
export const isNobody = ({ everyone, responses, exclude: _, ...lists }: Audience): boolean =>
  !everyone && responses === null && Object.values(lists).every(ids => ids.length === 0)

/** The audience of a copy: its own, or where that names nobody that of the source, without those whom it excludes. */
export const audienceOfCopy = (own: Audience, source: Audience): Audience =>
  isNobody(own) ? { ...source, ...(own.exclude && { exclude: own.exclude }) } : own

/** The lists of an audience with their places: who gets it, and who does not. */
export const listsOf = ({ exclude, ...audience }: Audience): { path: string; lists: Lists }[] => [
  { path: 'body.audience', lists: audience },
  ...(exclude ? [{ path: 'body.audience.exclude', lists: exclude }] : []),
]

/** All segments that an audience names. */
export const segmentsOfAudience = (audience: Audience) =>
  listsOf(audience).flatMap(({ lists }) => lists.segment_ids)
