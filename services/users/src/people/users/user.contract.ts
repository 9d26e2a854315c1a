import {
  bodiesOf,
  C,
  customFields,
  deleted,
  email,
  event,
  filter,
  filterKinds,
  G,
  givesRights,
  I,
  id,
  L,
  M,
  oneOf,
  phonePattern,
  refuse,
  resource,
  roles,
  stamps,
  takes,
  text,
  timestamp,
  timeZone,
} from '@lms/contract'
import { z } from 'zod'
import { refusals as fieldRefusals } from '../custom-fields/field.contract.ts'
import { userLifecycle } from './user.lifecycle.ts'

const phone = () =>
  z
    .string()
    .regex(phonePattern, 'must be in E.164 form: +491711234567')
    .meta({
      description: 'A phone number in E.164 form, such as `+491711234567`.',
      examples: ['+491711234567'],
    })
    .register(filterKinds, filter.phone)
const locale = () =>
  z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'must be a BCP 47 tag: en, pt-BR')
    .meta({ description: 'The language of the person: a BCP 47 tag, such as `pt-BR`.', examples: ['en'] })

export const User = z.object({
  id: id('usr'),
  email: email()
    .nullable()
    .describe('The e-mail address of the person, such as `ann@school.example`; null if it is not known.'),
  phone: phone()
    .nullable()
    .describe('The phone number in E.164 form, such as `+491711234567`; null if it is not known.'),
  first_name: text(100)
    .meta({ examples: ['Ann'] })
    .describe('The first name, or all of the name if it has one part; empty if it is not known.'),
  last_name: text(100)
    .meta({ examples: ['Lee'] })
    .describe('The last name; empty if it is not known.'),
  role: givesRights(
    oneOf(roles).describe('What the person may do in the school; a `student` has no rights of staff.'),
  ),
  locale: locale(),
  time_zone: takes(text(100), timeZone())
    .describe('The IANA name, as it was sent.')
    .meta({ examples: ['Europe/Berlin'] }),
  status: oneOf(userLifecycle.states).describe(
    'A `blocked` person cannot sign in; a `deleted` one cannot either, and stays only for the records that name them.',
  ),
  custom_fields: customFields(),
  merged_into: id('usr').nullable().describe('The person that this duplicate was merged into.'),
  anonymized_at: timestamp().nullable().describe('When the personal data were erased.'),
  ...stamps,
})
export type User = z.infer<typeof User>

export const refusals = refuse({
  email_taken: {
    status: 409,
    when: 'another person of the school has this e-mail',
    message: 'Another person of this school has this e-mail. Look them up at /v1/users/by-email/{email}.',
  },
  contact_missing: {
    status: 422,
    when: 'neither e-mail nor phone is given',
    message: 'Give an e-mail or a phone. A person needs at least one of them.',
  },
  role_above_own: {
    status: 403,
    when: 'the role is above that of the caller, or would have more permissions',
    message:
      'You cannot give a role that is above yours or has more permissions than you have, nor change people who have one.',
  },
  last_owner: {
    status: 409,
    when: 'the person is the last active owner of the school',
    message:
      'This person is the last active owner of the school. Name another owner first: PATCH /v1/users/{id} {"role": "owner"}.',
  },
  user_deleted: {
    status: 409,
    when: 'the person is deleted',
    message: 'This person is deleted and cannot be changed.',
  },
})

export const userCreated = event('user.created', {
  when: 'a person was created',
  object: User,
  related: ['user_id'],
})
export const userUpdated = event('user.updated', {
  when: 'fields of a person changed',
  object: User,
  related: ['user_id'],
  changes: true,
  example: { last_name: 'Lee-Jones' },
})
export const userDeleted = event('user.deleted', {
  when: 'a person was deleted',
  object: User,
  related: ['user_id'],
  changes: true,
  example: { status: 'deleted' },
})
/** The event of an erasure contains no erased data: the object has no e-mail, phone, name or custom field any more. */
export const userAnonymized = event('user.anonymized', {
  when: 'the personal data of a person were erased',
  object: User,
  related: ['user_id'],
  example: {
    status: 'deleted',
    email: null,
    phone: null,
    first_name: '',
    last_name: '',
    anonymized_at: '2026-11-21T09:30:00.000+00:00',
  },
})

const bodies = bodiesOf(User, {
  readOnly: ['status', 'merged_into', 'anonymized_at'],
  defaults: {
    first_name: '',
    last_name: '',
    role: 'student',
    locale: 'en',
    time_zone: 'UTC',
    custom_fields: {},
  },
})
export const NewUser = bodies.create
export type NewUser = z.output<typeof NewUser>
const renewal = {
  new_calendar: z
    .literal(true)
    .optional()
    .describe(
      'Gives the calendar of the person a new address (`feed_url` of GET /v1/calendar): the present one is void.',
    ),
}
const Create = NewUser.extend({
  locale: locale()
    .optional()
    .describe('Default: the language of the school, in the section `site` of the settings.'),
})
/** The fields that people change of themselves. */
export const Profile = bodies.change.omit({ role: true, custom_fields: true }).extend(renewal)

const Changes = bodies.change.extend({
  status: oneOf(['active', 'blocked'])
    .optional()
    .describe('`blocked` closes all sessions and forbids new ones; `active` lifts it.'),
  ...renewal,
  custom_fields: bodies.change.shape.custom_fields.describe(
    'Merged into the present values; null removes one.',
  ),
})
export type UserChanges = z.output<typeof Changes>

export const users = resource({
  list: L('GET /v1/users', {
    summary: 'List people',
    permission: 'users:read',
    returns: User,
    list: {
      filters: {
        id: filter.id('usr'),
        group_id: filter.id('grp'),
        tag_id: filter.id('tag'),
        segment_id: filter.id('seg'),
        'custom_fields.*': filter.text,
      },
      sorts: ['created_at', 'updated_at', 'first_name', 'last_name'],
      search:
        'Words in names, e-mail and phone, all of them, each by its beginning; the phone with or without country code. If no person has such words: text anywhere inside.',
    },
  }),
  create: C('POST /v1/users', {
    summary: 'Create a person',
    permission: 'users:write',
    body: Create,
    example: { email: 'ann@school.example', first_name: 'Ann' },
    returns: User,
    refuses: [
      refusals.email_taken,
      refusals.contact_missing,
      refusals.role_above_own,
      fieldRefusals.custom_field_refused,
      fieldRefusals.custom_fields_too_large,
    ],
    emits: [userCreated],
    bound: 'event',
  }),
  get: G('GET /v1/users/{id}', { summary: 'Get a person', permission: 'users:read', returns: User }),
  byEmail: G('GET /v1/users/by-email/{email}', {
    summary: 'Get a person by e-mail, ignoring case',
    permission: 'users:read',
    path: { email: email() },
    returns: User,
  }),
  update: M('PATCH /v1/users/{id}', {
    summary: 'Change a person; absent fields keep their values',
    permission: 'users:write',
    body: Changes,
    example: { first_name: 'Anna' },
    returns: User,
    refuses: [
      refusals.email_taken,
      refusals.contact_missing,
      refusals.role_above_own,
      refusals.last_owner,
      refusals.user_deleted,
      fieldRefusals.custom_field_refused,
      fieldRefusals.custom_fields_too_large,
    ],
    emits: [userUpdated],
  }),
  delete: M('DELETE /v1/users/{id}', {
    summary: 'Delete a person softly; their e-mail becomes available again',
    permission: 'users:write',
    returns: deleted(id('usr')),
    refuses: [refusals.role_above_own, refusals.last_owner, refusals.user_deleted],
    emits: [userDeleted],
  }),
})

/** Operations for other services: for `expand`, and to check whether a person exists. */
export const people = resource({
  batch: I('POST /internal/users/batch', {
    summary: 'People by id',
    callers: ['commerce', 'crm', 'learning', 'scenarios', 'webinars'],
    permission: null,
    body: z.object({ ids: z.array(id('usr')).max(1000) }),
    returns: z.object({ users: z.array(User) }),
  }),
  match: I('POST /internal/users/match', {
    summary: 'Match contacts to people: by e-mail first, then by phone, never by name',
    callers: ['commerce', 'crm', 'webinars'],
    permission: null,
    body: z.object({
      contacts: z.array(z.object({ email: text(254).nullish(), phone: text(40).nullish() })).max(1000),
    }),
    returns: z.object({
      matches: z.array(
        z.object({
          user_id: id('usr').nullable(),
          by: oneOf(['email', 'phone']).nullable(),
          candidates: z.array(id('usr')).describe('The people with this phone, if there are several.'),
        }),
      ),
    }),
  }),
  findOrCreate: I('POST /internal/users/find-or-create', {
    summary:
      'The person of a contact: by e-mail first, then by phone, never by name. Without one, a new student with the contact',
    callers: ['commerce', 'webinars'],
    permission: null,
    body: z.object({
      email: email().nullable(),
      phone: phone().nullable(),
      first_name: User.shape.first_name.default(''),
      last_name: User.shape.last_name.default(''),
    }),
    returns: z.object({
      user_id: id('usr'),
      created: z.boolean().describe('Whether the person is new. An existing person keeps all fields.'),
    }),
    refuses: [refusals.contact_missing, refusals.email_taken],
    emits: [userCreated],
  }),
  audience: I('POST /internal/users/audience', {
    summary:
      'The active people among these, with one of these tags, or in one of these groups; a page, by id',
    callers: ['crm'],
    permission: null,
    body: z.object({
      everyone: z.boolean(),
      user_ids: z.array(id('usr')).max(1000),
      tag_ids: z.array(id('tag')).max(100),
      group_ids: z.array(id('grp')).max(100),
      after: id('usr').nullable(),
      limit: z.int().min(1).max(1000),
    }),
    returns: z.object({ user_ids: z.array(id('usr')) }),
  }),
  calendars: I('POST /internal/users/calendars', {
    summary: 'Those of these people who are active, and the numbers of the addresses of their calendars',
    callers: ['learning'],
    permission: null,
    body: z.object({ user_ids: z.array(id('usr')).max(100) }),
    returns: z.object({ calendars: z.array(z.object({ user_id: id('usr'), number: z.int() })) }),
  }),
  administrators: I('GET /internal/users/administrators', {
    summary: 'The active owners and administrators with an e-mail, the first 20',
    callers: ['webhooks', 'crm'],
    permission: null,
    returns: z.object({ users: z.array(User) }),
  }),
  owners: I('GET /internal/users/owners', {
    summary: 'The active owners with an e-mail, the first 20',
    callers: ['service'],
    permission: null,
    returns: z.object({ users: z.array(User) }),
  }),
})
