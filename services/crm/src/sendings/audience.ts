// The people to whom a mailing or a campaign goes.
import { distinct, id, Refused, reference, refuse } from '@lms/contract'
import { z } from 'zod'

export const Audience = z
  .object({
    everyone: z.boolean().default(false).describe('All active people of the school.'),
    user_ids: distinct(id('usr'), 1000).default([]),
    tag_ids: distinct(reference(['tag']), 100)
      .default([])
      .describe('People with one of these tags.'),
    group_ids: distinct(reference(['grp']), 100)
      .default([])
      .describe('Members of one of these groups.'),
    segment_ids: distinct(id('seg'), 20).default([]).describe('Members of one of these segments.'),
  })
  .describe('Whoever is in one of these gets it once. It is taken at the start.')
export type Audience = z.infer<typeof Audience>

export const nobody: Audience = {
  everyone: false,
  user_ids: [],
  tag_ids: [],
  group_ids: [],
  segment_ids: [],
}

export const audienceRefusals = refuse({
  audience_unknown: {
    status: 422,
    when: 'the audience names a segment that the school does not have',
    message: 'audience.segment_ids must be segments of this school. GET /v1/segments lists them.',
  },
  audience_empty: {
    status: 409,
    when: 'the audience names nobody: no people, tags, groups or segments',
    message: 'This has no audience. Set `audience` first, with PATCH.',
  },
})

/** Refuses an audience that names nobody. */
export function refuseNobody({ everyone, ...lists }: Audience): void {
  if (!everyone && Object.values(lists).every(ids => ids.length === 0))
    throw new Refused(audienceRefusals.audience_empty)
}
