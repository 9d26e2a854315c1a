// Changes of people by other services, each once, whatever number of times it is asked for.
import { EventRef, I, id, maxCauses, moment, oneOf, resource, text } from '@lms/contract'
import { z } from 'zod'
import { accessExpired, accessGranted, accessRevoked } from '../../access/accesses/access.contract.ts'
import { groupJoined, groupLeft } from '../../access/groups/member.contract.ts'
import { userTagAdded, userTagRemoved } from '../tags/tag.contract.ts'
import { userUpdated } from '../users/user.contract.ts'

/** Maximum effects of one call. */
export const maxEffects = 200
/** How long the result of an effect is kept at least: a repetition within this time has no second effect. */
export const effectsKeptDays = 30

const key = text(200, 1).describe('Names the effect in the school. Begins with a name of the caller’s own.')
const common = {
  key,
  user_id: id('usr'),
  request_id: text(64)
    .optional()
    .describe('The request from which this effect follows, if it is another one than that of the call.'),
}

export const Effect = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('grant'),
    ...common,
    course_id: id('crs'),
    expires_at: moment().nullish(),
    term_days: z.int().min(1).max(36_500).nullish().describe('Days of 24 hours, in place of expires_at.'),
  }),
  z.strictObject({ kind: z.literal('revoke'), ...common, course_id: id('crs') }),
  z.strictObject({ kind: z.literal('add_tag'), ...common, tag_id: id('tag') }),
  z.strictObject({ kind: z.literal('remove_tag'), ...common, tag_id: id('tag') }),
  z.strictObject({ kind: z.literal('join_group'), ...common, group_id: id('grp') }),
  z.strictObject({ kind: z.literal('leave_group'), ...common, group_id: id('grp') }),
  z.strictObject({
    kind: z.literal('set_field'),
    ...common,
    field: text(60, 1).describe('The name of a custom field.'),
    value: z.union([text(500), z.number(), z.boolean(), z.null()]).describe('null removes the value.'),
  }),
])
export type Effect = z.infer<typeof Effect>

export const effectReasons = [
  'user_unknown',
  'tag_unknown',
  'group_unknown',
  'tags_limit_reached',
  'term_past',
  'access_from_group',
  'custom_field_refused',
  'custom_fields_too_large',
] as const

export const EffectResult = z.object({
  key,
  outcome: oneOf(['done', 'unchanged', 'refused']).describe(
    'unchanged: what was asked for was so already. A refusal has a reason.',
  ),
  reason: oneOf(effectReasons).nullable(),
  access_ids: z.array(id('acc')).max(50).describe('The accesses that were granted, found or revoked.'),
  events: z
    .array(EventRef)
    .max(maxCauses)
    .describe('What this call has emitted about the person: who has seen it has seen the effect.'),
})
export type EffectResult = z.infer<typeof EffectResult>

export const effects = resource({
  /**
   * Carries out effects in the order of the list, in one transaction with their results. An effect whose key is known has
   * no effect, and the result that it had. One refusal is no reason to refuse the others.
   */
  carryOut: I('POST /internal/effects', {
    summary: 'Change accesses, tags, groups and custom fields of people, each effect once by its key',
    callers: ['crm', 'scenarios'],
    permission: null,
    body: z.strictObject({
      effects: z
        .array(Effect)
        .min(1)
        .max(maxEffects)
        .refine(list => new Set(list.map(({ key }) => key)).size === list.length, 'give each key once'),
    }),
    returns: z.object({ results: z.array(EffectResult).describe('In the order of the effects.') }),
    emits: [
      accessGranted,
      accessExpired,
      accessRevoked,
      userTagAdded,
      userTagRemoved,
      groupJoined,
      groupLeft,
      userUpdated,
    ],
  }),
})
