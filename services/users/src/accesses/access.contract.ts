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
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { refusals as memberRefusals } from '../groups/member.contract.ts'
import { User } from '../users/user.contract.ts'
import { accessLifecycle } from './access.lifecycle.ts'

export const accessSources = ['order', 'group', 'manual', 'gift'] as const

export const Access = z.object({
  id: id('acc'),
  user_id: id('usr'),
  course_id: id('crs'),
  source: oneOf(accessSources).describe(
    'What gave it: an order that was paid, a group while they are in it, a person by hand, a gift.',
  ),
  order_id: id('ord')
    .nullable()
    .describe('The order that gave it, or that it was granted ahead of: it ends when that is canceled.'),
  group_id: id('grp').nullable().describe('The group that gives it.'),
  status: oneOf(accessLifecycle.states),
  starts_at: timestamp().describe('From when on the course is open.'),
  expires_at: timestamp()
    .nullable()
    .describe(
      'When the access ends; null for never. Freezing stops the clock: while frozen this is the end as of frozen_at, and unfreezing moves it on by as long as the access was frozen.',
    ),
  frozen_at: timestamp().nullable(),
  ended_at: timestamp().nullable().describe('When it expired or was revoked.'),
  version: z.int(),
  created_at: timestamp(),
  updated_at: timestamp(),
})
export type Access = z.infer<typeof Access>

export const refusals = refuse({
  access_exists: {
    status: 409,
    when: 'the person has an access of this source to the course',
    message: 'This person has such an access to the course. Extend it: PATCH /v1/accesses/{id}.',
  },
  access_revoked: {
    status: 409,
    when: 'the access is revoked',
    message: 'This access is revoked. Grant a new one: POST /v1/accesses.',
  },
  access_expired: {
    status: 409,
    when: 'the term has ended',
    message: 'The term of this access has ended. Give it a new one: PATCH {"extend_days": 30}.',
  },
  access_frozen: {
    status: 409,
    when: 'the access is frozen, and its clock stands still',
    message: 'This access is frozen. Unfreeze it first, in the same call if you like, or use extend_days.',
  },
  access_endless: {
    status: 409,
    when: 'extend_days is given and the access never ends',
    message: 'This access never ends and cannot be extended.',
  },
  access_from_group: {
    status: 409,
    when: 'a group gives the access',
    message: 'A group gives this access while the person is its member. Change the membership instead.',
  },
  term_past: {
    status: 422,
    when: 'the term would end before it starts, or has ended already',
    message: 'expires_at must be later than starts_at and than now. To end an access, revoke it.',
  },
})

const related = ['user_id', 'course_id', 'order_id'] as const
export const accessGranted = event('course.access_granted', {
  when: 'a right to a course was given, with source and term',
  object: Access,
  related,
})
export const accessChanged = event('course.access_changed', {
  when: 'the term of an access was moved, or it was frozen or unfrozen',
  object: Access,
  related,
  changes: true,
  example: { status: 'frozen', frozen_at: '2026-11-21T09:30:00.000+00:00' },
})
export const accessRevoked = event('course.access_revoked', {
  when: 'an access was taken: by hand, or because its order was canceled or refunded or its group left',
  object: Access,
  related,
  changes: true,
  example: { status: 'revoked', ended_at: '2026-11-21T09:30:00.000+00:00' },
})
export const accessExpired = event('course.access_expired', {
  when: 'the term of an access ended',
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
    summary: 'List rights of people to courses',
    permission: 'accesses:read',
    returns: Access,
    list: {
      filters: {},
      sorts: ['created_at', 'updated_at'],
      expands: { user: { key: 'user_id', permission: 'users:read', returns: User } },
    },
  }),
  create: C('POST /v1/accesses', {
    summary: 'Grant a person access to a course by hand',
    permission: 'accesses:write',
    body: z
      .strictObject({
        user_id: id('usr'),
        course_id: reference(['crs']),
        source: oneOf(['manual', 'gift']).default('manual'),
        order_id: reference(['ord'], { except: ['canceled', 'refunded'] })
          .nullish()
          .describe(
            'An unpaid order that the access is granted ahead of. Without it, canceling an order revokes what was granted by hand for its courses since it was made.',
          ),
        starts_at: moment().nullish().describe('Now if left out.'),
        expires_at: moment().nullish().describe('Never if left out.'),
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
  change: M('PATCH /v1/accesses/{id}', {
    summary: 'Extend an access, change its term, freeze or unfreeze it',
    permission: 'accesses:write',
    body: z
      .strictObject({
        status: oneOf(['active', 'frozen'])
          .optional()
          .describe('frozen stops the clock of the term, active lets it run again.'),
        starts_at: moment().optional(),
        expires_at: moment().nullable().optional().describe('null takes the end away.'),
        extend_days: days()
          .optional()
          .describe('Moves the end; an expired access runs again from now for so many days of 24 hours.'),
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
    summary: 'Revoke an access; new content stops opening, what the student made stays',
    permission: 'accesses:write',
    returns: deleted(id('acc')),
    refuses: [refusals.access_from_group],
    emits: [accessRevoked],
  }),
})
