import {
  C,
  deleted,
  event,
  G,
  id,
  L,
  M,
  moment,
  oneOf,
  reference,
  refuse,
  resource,
  stamps,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { User } from '../../people/users/user.contract.ts'
import { refusals as memberRefusals } from '../groups/member.contract.ts'
import { accessLifecycle } from './access.lifecycle.ts'

export const accessSources = ['order', 'group', 'manual', 'gift'] as const

export const Access = z.object({
  id: id('acc'),
  user_id: id('usr'),
  course_id: id('crs'),
  source: oneOf(accessSources).describe(
    'The source of the access: a paid order, membership in a group, a manual grant, or a gift.',
  ),
  order_id: id('ord')
    .nullable()
    .describe(
      'The order that gave the access, or the unpaid order that it was granted for: canceling that order revokes it.',
    ),
  group_id: id('grp').nullable().describe('The group that gives the access.'),
  status: oneOf(accessLifecycle.states).describe(
    'Only an `active` access opens the course; a `frozen` one can be unfrozen.',
  ),
  starts_at: timestamp().describe('When the course opens.'),
  expires_at: timestamp()
    .nullable()
    .describe(
      'When the access ends; null for never. A frozen access shows the end as of frozen_at. Unfreezing moves the end by the duration of the freeze.',
    ),
  frozen_at: timestamp().nullable(),
  ended_at: timestamp().nullable().describe('When it expired or was revoked.'),
  ...stamps,
})
export type Access = z.infer<typeof Access>

export const refusals = refuse({
  access_exists: {
    status: 409,
    when: 'the person already has an access of this source to the course',
    message:
      'This person already has an access of this source to the course. Extend it: PATCH /v1/accesses/{id}.',
  },
  access_revoked: {
    status: 409,
    when: 'the access is revoked',
    message: 'This access is revoked. Grant a new one: POST /v1/accesses.',
  },
  access_expired: {
    status: 409,
    when: 'the access has expired',
    message: 'This access has expired. Give it a new term: PATCH {"extend_days": 30}.',
  },
  access_frozen: {
    status: 409,
    when: 'the access is frozen, so its term cannot be set',
    message: 'This access is frozen. Unfreeze it first (the same call may do both), or use extend_days.',
  },
  access_endless: {
    status: 409,
    when: 'extend_days is sent for an access that never ends',
    message: 'This access never ends and cannot be extended.',
  },
  access_from_group: {
    status: 409,
    when: 'a group gives the access',
    message: 'Membership in a group gives this access. Change the membership instead.',
  },
  term_past: {
    status: 422,
    when: 'the term would end before it starts, or in the past',
    message: 'expires_at must be later than starts_at and later than now. To end an access, revoke it.',
  },
})

const related = ['user_id', 'course_id', 'order_id'] as const
export const accessGranted = event('course.access_granted', {
  when: 'an access to a course was granted, with source and term',
  object: Access,
  related,
})
export const accessChanged = event('course.access_changed', {
  when: 'the term of an access was changed, the access was frozen or unfrozen, or it moved to another flow with its student',
  object: Access,
  related,
  changes: true,
  example: { status: 'frozen', frozen_at: '2026-11-21T09:30:00.000+00:00' },
})
export const accessRevoked = event('course.access_revoked', {
  when: 'an access was revoked: manually, because its order was canceled or refunded, or because the person left its group',
  object: Access,
  related,
  changes: true,
  example: { status: 'revoked', ended_at: '2026-11-21T09:30:00.000+00:00' },
})
export const accessExpired = event('course.access_expired', {
  when: 'an access expired',
  object: Access,
  related,
  changes: true,
  example: {
    status: 'expired',
    expires_at: '2026-11-21T09:30:00.000+00:00',
    ended_at: '2026-11-21T09:30:00.000+00:00',
  },
})

const days = () => z.int().min(1).max(36_500)
const oneTerm = 'give either expires_at or a number of days'

export const accesses = resource({
  list: L('GET /v1/accesses', {
    summary: 'List the accesses of people to courses',
    permission: 'accesses:read',
    returns: Access,
    list: {
      filters: {},
      sorts: ['created_at', 'updated_at'],
      expands: { user: { key: 'user_id', permission: 'users:read', returns: User } },
    },
  }),
  create: C('POST /v1/accesses', {
    summary: 'Grant a person access to a course manually',
    permission: 'accesses:write',
    body: z
      .strictObject({
        user_id: id('usr'),
        course_id: reference(['crs']),
        source: oneOf(['manual', 'gift'])
          .default('manual')
          .describe('Whether the school grants the access or somebody gave it as a gift.'),
        order_id: reference(['ord'], { except: ['canceled', 'refunded'] })
          .nullish()
          .describe(
            'An unpaid order that the access is granted for in advance: canceling that order revokes the access, and no other.',
          ),
        starts_at: moment().nullish().describe('When the access begins; by default now.'),
        expires_at: moment().nullish().describe('When the access ends; by default never.'),
        term_days: days().nullish().describe('The term in days of 24 hours, in place of expires_at.'),
      })
      .refine(({ expires_at, term_days }) => !(expires_at && term_days), oneTerm),
    example: {
      user_id: 'usr_01h455vb4pex5vsknk084sn02q',
      course_id: 'crs_01h455vb4pex5vsknk084sn02q',
      term_days: 30,
    },
    returns: Access,
    refuses: [memberRefusals.user_unknown, refusals.access_exists, refusals.term_past],
    emits: [accessGranted],
    bound: 'event',
  }),
  get: G('GET /v1/accesses/{id}', {
    summary: 'Get an access',
    permission: 'accesses:read',
    returns: Access,
  }),
  update: M('PATCH /v1/accesses/{id}', {
    summary: 'Extend an access, change its term, freeze or unfreeze it',
    permission: 'accesses:write',
    body: z
      .strictObject({
        status: oneOf(['active', 'frozen'])
          .optional()
          .describe('frozen stops the clock of the term, active starts it again.'),
        starts_at: moment().optional(),
        expires_at: moment()
          .nullable()
          .optional()
          .describe('The new end of the access; null removes the end.'),
        extend_days: days()
          .optional()
          .describe(
            'Extends the term by this number of days of 24 hours. For an expired access the days count from now.',
          ),
      })
      .refine(
        ({ expires_at, extend_days }) => expires_at === undefined || extend_days === undefined,
        oneTerm,
      ),
    example: { extend_days: 10 },
    returns: Access,
    refuses: Object.values(refusals),
    emits: [accessChanged],
  }),
  revoke: M('DELETE /v1/accesses/{id}', {
    summary: 'Revoke an access; new content no longer opens, the work of the student is kept',
    permission: 'accesses:write',
    returns: deleted(id('acc')),
    refuses: [refusals.access_from_group],
    emits: [accessRevoked],
  }),
})
