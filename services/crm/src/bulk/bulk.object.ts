import { event, id, moment, oneOf, reference, stamps, statusOf, takes, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { bulkLifecycle } from './bulk.lifecycle.ts'

export const bulkKinds = [
  'grant_access',
  'revoke_access',
  'add_to_group',
  'add_tag',
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
  waiting: number(),
  done: number(),
  unchanged: number().describe('What was asked for was so already.'),
  refused: number(),
})

const PersonResult = z.object({
  user_id: id('usr'),
  outcome: oneOf(bulkOutcomes),
  reason: oneOf(bulkReasons).nullable().describe('Why it was refused.'),
})
export type PersonResult = z.infer<typeof PersonResult>

export const BulkAction = z.object({
  id: id('blk'),
  segment_id: id('seg').describe('Its members are taken when the action begins.'),
  kind: oneOf(bulkKinds).describe('Each needs the permission of the same call for one person.'),
  course_id: reference(['crs']).nullable().describe('For grant_access and revoke_access.'),
  expires_at: takes(timestamp(), moment()).nullable().describe('For grant_access: the end of the access.'),
  term_days: z.int32().min(1).max(36_500).nullable().describe('For grant_access, in place of expires_at.'),
  group_id: reference(['grp']).nullable().describe('For add_to_group.'),
  tag_id: reference(['tag']).nullable().describe('For add_tag.'),
  mailing_id: id('mlg')
    .nullable()
    .describe('For send_mailing: a draft, of which the segment gets the content.'),
  scenario_id: reference(['scn'])
    .nullable()
    .describe('For run_scenario: an enabled scenario, which each person enters by its rules of re-entry.'),
  dry_run: z.boolean().describe('Nothing changes: the results say what would.'),
  status: statusOf(bulkLifecycle),
  failure: oneOf(['caller_without_right', 'unavailable'])
    .nullable()
    .describe(
      'What was done stays. caller_without_right: who ordered it may not do this any more. unavailable: a service was unavailable for too long.',
    ),
  counts: BulkCounts,
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
