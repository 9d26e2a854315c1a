import {
  atMost,
  C,
  crud,
  full,
  id,
  LN,
  refuse,
  resource,
  stamps,
  statusOf,
  text,
  timestamp,
} from '@lms/contract'
import { User } from '@lms/users/contract'
import { z } from 'zod'
import { personRefusals } from '../people/person-refusals.ts'
import { RuleSchema } from './rule.ts'
import { segmentLifecycle } from './segment.lifecycle.ts'

const maxSegments = 200

export const Segment = z.object({
  id: id('seg'),
  name: text(200, 1)
    .meta({ examples: ['Bought twice'] })
    .describe('What staff read when they choose an audience.'),
  description: text(2000).describe('A note of staff on the purpose of the segment.'),
  rule: RuleSchema,
  status: statusOf(segmentLifecycle).describe(
    'While a new rule is being applied to all people, it is building; the members are still those of the old rule.',
  ),
  size: z.int().describe('The number of members now.'),
  computed_at: timestamp().nullable().describe('When a rule was last applied to all people; null for never.'),
  ...stamps,
})
export type Segment = z.infer<typeof Segment>

export const SegmentMember = z.object({
  id: id('usr').describe('The same as user_id, which identifies the membership within its segment.'),
  user_id: id('usr'),
  segment_id: id('seg'),
  entered_at: timestamp().describe('When the person became a member, the last time.'),
})
export type SegmentMember = z.infer<typeof SegmentMember>

export const refusals = refuse({
  segments_limit_reached: full(maxSegments, 'segments', 'Delete one that is no longer used.'),
  segment_unknown: {
    status: 422,
    when: 'the rule names a segment that the school does not have',
    message: 'The rule names a segment that this school does not have. GET /v1/segments lists them.',
  },
  rule_invalid: {
    status: 422,
    when: 'the rule names a custom field that the school does not have, or a value that does not fit its field',
    message:
      'The rule names a field that does not exist, or a value that does not fit its field. See details; /v1/custom-fields lists the fields.',
  },
  segment_cycle: {
    status: 422,
    when: 'the rule names the segment itself, or a segment whose rule leads back to it',
    message: 'The rule would lead back to this segment. Segments must not name each other in a circle.',
  },
  segment_in_use: {
    status: 409,
    when: 'the rule of another segment, or an unfinished mailing, campaign or bulk action, names it',
    message:
      'Another segment, a mailing, a campaign or a bulk action needs this segment. Change it, or wait for its end.',
  },
})

const rules = {
  readOnly: ['status', 'size', 'computed_at'] as const,
  defaults: { description: '' },
}
const rule = {
  and: [
    { event: 'order.paid', at_least: 2, within_days: 90 },
    { field: 'role', equals: 'student' },
  ],
}
const naming = [refusals.segment_unknown, refusals.rule_invalid, refusals.segment_cycle]

export const segments = resource({
  ...crud('/v1/segments', Segment, {
    ...rules,
    names: ['a segment', 'segments'],
    search: 'Text anywhere in the name.',
    summaries: {
      list: 'List segments',
      update: 'Change a segment; the members change once a changed rule has been applied to all people',
      delete: "Delete a segment that is not used by another segment's rule",
    },
    bound: atMost(maxSegments, refusals.segments_limit_reached),
    sorts: ['created_at', 'name'],
    refuses: {
      create: naming.slice(0, 2),
      update: naming,
      delete: [refusals.segment_in_use],
    },
    examples: { create: { name: 'Bought twice', rule }, update: { name: 'Bought twice in a quarter' } },
  }),
  preview: C('POST /v1/segments/preview', {
    summary: 'Preview a rule without saving it: count its people, show some, and explain it for one person',
    permission: 'segments:read',
    readOnly: true,
    body: z.strictObject({
      rule: RuleSchema,
      user_id: id('usr')
        .optional()
        .describe('The person for whom the rule is explained, with the permission users:read.'),
    }),
    example: { rule },
    returns: z.object({
      count: z.int().describe('The number of people for whom the rule holds now.'),
      exact: z
        .boolean()
        .describe('False if the count had to end before all people were seen; then there are more.'),
      sample: z.array(id('usr')).describe('Some of the people.'),
      person: z
        .object({
          user_id: id('usr'),
          holds: z.boolean().describe('Whether the rule holds for the person.'),
          changes_at: timestamp().nullable().describe('When time alone changes the answer; null for never.'),
          leaves: z
            .array(
              z.object({
                path: z.string().describe('The place of the leaf in the rule: and.0.not'),
                value: z
                  .union([z.string(), z.number(), z.boolean()])
                  .nullable()
                  .describe(
                    'The value that this part of the rule has read, a text of a field in lower case, as it is compared; null for none.',
                  ),
                holds: z.boolean().describe('Whether this part of the rule holds for the person.'),
                changes_at: timestamp()
                  .nullable()
                  .describe('When time alone changes the answer; null for never.'),
              }),
            )
            .describe('What each part of the rule has read of the person.'),
        })
        .nullable()
        .describe('How the rule comes out for the person; null if none is named.'),
    }),
    bound: null,
    refuses: [personRefusals.user_unknown, refusals.segment_unknown, refusals.rule_invalid],
  }),
})

export const segmentMembers = resource({
  list: LN('GET /v1/segments/{id}/members', {
    summary: 'List the people who are in a segment now',
    permission: 'segments:read',
    returns: SegmentMember,
    list: {
      filters: {},
      sorts: ['entered_at'],
      defaultSort: '-entered_at',
      expands: { user: { key: 'user_id', permission: 'users:read', returns: User } },
    },
  }),
})
