import { event, id, moment, oneOf, reference, stamps, statusOf, takes, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { bulkLifecycle } from './bulk.lifecycle.ts'

export const bulkKinds = [
  'grant_access',
  'revoke_access',
  'add_to_group',
  'remove_from_group',
  'add_tag',
  'remove_tag',
  'set_field',
  'send_mailing',
  'run_scenario',
] as const
export type BulkKind = (typeof bulkKinds)[number]

export const bulkOutcomes = ['waiting', 'done', 'unchanged', 'refused'] as const
export const bulkReasons = [
  'user_unknown',
  'tag_unknown',
  'group_unknown',
  'tags_limit_reached',
  'term_past',
  'access_from_group',
  'custom_field_refused',
  'custom_fields_too_large',
  'scenario_unknown',
  'scenario_not_enabled',
  're_entry_refused',
  'too_many_entries',
] as const

/** Maximum people whose results the answer shows. */
export const maxResults = 1000

const number = () => z.int().min(0)

export const BulkCounts = z.object({
  audience: number().describe('The members of the segment when it began.'),
  waiting: number().describe('People whose turn has not come yet.'),
  done: number().describe('People for whom it was done.'),
  unchanged: number().describe('What was asked for was so already.'),
  refused: number().describe('People for whom it was refused; the results say why.'),
})

const PersonResult = z.object({
  user_id: id('usr'),
  outcome: oneOf(bulkOutcomes).describe('What became of the person; `unchanged` if nothing was left to do.'),
  reason: oneOf(bulkReasons).nullable().describe('Why it was refused; null if it was not.'),
})
export type PersonResult = z.infer<typeof PersonResult>

export const BulkAction = z.object({
  id: id('blk'),
  segment_id: id('seg').describe('The segment whose members the action is for, as they are when it begins.'),
  kind: oneOf(bulkKinds).describe('Each needs the permission of the same call for one person.'),
  course_id: reference(['crs'])
    .nullable()
    .describe('The course of grant_access and revoke_access; null for other kinds.'),
  expires_at: takes(timestamp(), moment())
    .nullable()
    .describe('The end of the access of grant_access; null for no end.'),
  term_days: z
    .int32()
    .min(1)
    .max(36_500)
    .nullable()
    .describe('The days of the access of grant_access, in place of expires_at.'),
  group_id: reference(['grp'])
    .nullable()
    .describe('The group of add_to_group and remove_from_group; null for other kinds.'),
  tag_id: reference(['tag']).nullable().describe('The tag of add_tag and remove_tag; null for other kinds.'),
  field: text(60, 1).nullable().describe('The name of the own field of set_field; null for other kinds.'),
  value: z
    .union([text(500), z.number(), z.boolean()])
    .nullable()
    .describe('What set_field writes into the field; null removes the value.'),
  mailing_id: id('mlg')
    .nullable()
    .describe('For send_mailing: a draft, of which the segment gets the content.'),
  scenario_id: reference(['scn'])
    .nullable()
    .describe('For run_scenario: an enabled scenario, which each person enters by its rules of re-entry.'),
  dry_run: z.boolean().describe('Nothing changes: the results say what would.'),
  status: statusOf(bulkLifecycle).describe(
    'The state of the action; `running` until it has acted on every person.',
  ),
  failure: oneOf(['caller_without_right', 'unavailable'])
    .nullable()
    .describe(
      'What was done stays. caller_without_right: who ordered it may not do this any more. unavailable: a service was unavailable for too long.',
    ),
  counts: BulkCounts.describe('The numbers of people, by what became of them.'),
  key_id: text(40)
    .regex(/^(key|ses)_/)
    .meta({ examples: ['key_01h455vb4pex5vsknk084sn02q'] })
    .describe('The key or session that ordered it. The action has its rights at each moment.'),
  user_id: id('usr').nullable().describe('The person who ordered it; null for a key without one.'),
  finished_at: timestamp().nullable(),
  results: z
    .array(PersonResult)
    .max(maxResults)
    .describe(`The results by person, at most ${maxResults}, refusals first. A list has none.`),
  ...stamps,
})
export type BulkAction = z.infer<typeof BulkAction>

export const bulkActionFinished = event('system.bulk_action_finished', {
  when: 'a bulk action has acted on its whole audience, or has failed; see its status',
  object: BulkAction.omit({ results: true }),
  related: ['segment_id'],
  example: { status: 'finished' },
})
