// The members of a segment, for other services.
import { I, id, type Permission, resource, slug } from '@lms/contract'
import { z } from 'zod'
import { RuleSchema } from './rule.ts'

/** Lists of permissions of which the caller needs one each. */
const Needs = z.array(z.array(z.custom<Permission>(value => typeof value === 'string')))

export const audiences = resource({
  needs: I('POST /internal/segments/needs', {
    summary:
      'What a caller needs to ask who is in segments, or of whom rules hold: one permission of each entry',
    callers: ['analytics', 'scenarios', 'users'],
    permission: null,
    body: z.object({
      segment_ids: z.array(id('seg')).max(1000),
      rules: z.array(RuleSchema).max(200).default([]),
    }),
    returns: z.object({
      needs: Needs,
      needs_of_rules: z.array(Needs).describe('In the order of the rules.'),
    }),
  }),
  topics: I('POST /internal/topics/unknown', {
    summary: 'Those of these topics that the settings do not have',
    callers: ['scenarios'],
    permission: null,
    body: z.object({ topics: z.array(slug(40)).max(1000) }),
    returns: z.object({ unknown: z.array(slug(40)) }),
  }),
  next: I('POST /internal/segments/members', {
    summary: 'The next members of a segment, in the order of their ids; fewer than asked for at the end',
    callers: ['scenarios', 'users'],
    permission: null,
    body: z.object({
      segment_id: id('seg'),
      place: id('usr').nullable().describe('The last one of the page before.'),
      descending: z.boolean(),
      most: z.int().min(1).max(2000),
    }),
    returns: z.object({
      ids: z.array(id('usr')),
      built: z
        .boolean()
        .describe(
          'False while its first rule is still being applied to all people: nobody knows its members yet.',
        ),
    }),
  }),
})
