import {
  C,
  computedTime,
  event,
  filter,
  G,
  id,
  L,
  lifecycle,
  M,
  oneOf,
  refuse,
  resource,
  stamps,
  statusOf,
  text,
  timestamp,
} from '@lms/contract'
import { people, User } from '@lms/users/contract'
import { z } from 'zod'

export const registrationLifecycle = lifecycle({
  registered: { cancel: 'canceled' },
  canceled: { register: 'registered' },
})

/** A registration as it is stored, and as events tell it: the personal entry is neither. */
export const RegistrationRecord = z.object({
  id: id('wbr'),
  session_id: id('wbs'),
  webinar_id: id('wbn'),
  user_id: id('usr'),
  status: statusOf(registrationLifecycle),
  source: oneOf(['api', 'page', 'order']).describe(
    'page: with a publishable key. order: a paid order for an offer with the webinar.',
  ),
  order_id: id('ord').nullable().describe('The order that paid for it; null for none.'),
  banned: z.boolean().describe('Whether the person can no longer write in the chat of the session.'),
  hand_raised_at: timestamp()
    .nullable()
    .describe('Since when the person raises a hand in the room; null if they do not.'),
  canceled_at: timestamp().nullable(),
  ...stamps,
})
export type RegistrationRecord = z.infer<typeof RegistrationRecord>

export const Registration = RegistrationRecord.extend({
  id: RegistrationRecord.shape.id.describe(
    'A publishable key reads every registration as new: of one that was there before, the id is that of this answer alone.',
  ),
  user_id: id('usr').nullable().describe('The person; a publishable key does not see them.'),
  present_at: computedTime()
    .nullable()
    .describe(
      'When the person was last in the room while its session was live, up to fifteen seconds later; null for never. A publishable key reads null.',
    ),
  entry_path: text(200)
    .nullable()
    .describe(
      'The personal entry to the room, behind the address of the school. Null once canceled; a publishable key does not see it.',
    )
    .meta({ examples: ['/rooms/wbr_01h455vb4pex5vsknk084sn02q.TtKqz1yIQZbyXsPvFxQ8AqZTtKqz1yIQ'] }),
})
export type Registration = z.infer<typeof Registration>

export const refusals = refuse({
  session_unknown: {
    status: 422,
    when: 'session_id is not the id of a session of the school',
    message: 'session_id must be the id of a webinar session of this school.',
  },
  user_unknown: {
    status: 422,
    when: 'user_id is not the id of a person of the school, or not that of the student who asks',
    message: 'user_id must be the id of a person of this school. A student registers nobody else.',
  },
  participant_missing: {
    status: 422,
    when: 'neither a person nor a contact is given, or with a publishable key a person, a raised hand or new_entry',
    message: 'Say who takes part: send email or phone, or with a secret key user_id.',
  },
  session_closed: {
    status: 409,
    when: 'the session is finished or canceled',
    message: 'Nobody can register for this session any more. Choose another one.',
  },
  session_seats_taken: {
    status: 409,
    when: 'every seat of the session is taken',
    message: 'Every seat of this session is taken. Choose another one, or raise its seats.',
  },
  webinar_not_open: {
    status: 409,
    when: 'the webinar is for a group of which the person is no member, or is sold and the person has not bought it',
    message:
      'This webinar is not open to this person. It is for members of a group, or for buyers of an offer.',
  },
})

const related = ['user_id', 'webinar_id', 'session_id', 'webinar_registration_id'] as const
export const webinarRegistered = event('webinar.registered', {
  when: 'a person was registered for a session, or their registration was canceled; see its status',
  object: RegistrationRecord,
  related,
})

const contact = people.findOrCreate.body.shape
export const NewRegistration = z.strictObject({
  session_id: id('wbs'),
  user_id: id('usr').nullable().default(null).describe('The person; or send a contact in its place.'),
  email: contact.email.default(null).describe('The person is found by it, or made; never by the name.'),
  phone: contact.phone.default(null),
  hand_raised: z
    .boolean()
    .nullable()
    .default(null)
    .describe('Raises or lowers the hand of whoever is registered already, too; null leaves it.'),
  first_name: contact.first_name,
  last_name: contact.last_name,
  new_entry: z
    .boolean()
    .default(false)
    .describe('Whether a registration that is there already gets another entry: the present one is void.'),
})
export type NewRegistration = z.output<typeof NewRegistration>

const [read, write] = ['webinar-registrations:read', 'webinar-registrations:write'] as const
export const webinarRegistrations = resource({
  list: L('GET /v1/webinar-registrations', {
    summary:
      'List registrations; students see their own, curators those of their groups; present=true: who is in the room now',
    permission: read,
    returns: Registration,
    list: {
      filters: { present: filter.boolean },
      sorts: ['created_at', 'updated_at'],
      expands: { user: { key: 'user_id', permission: 'users:read', returns: User } },
    },
  }),
  create: C('POST /v1/webinar-registrations', {
    summary: 'Register a person for a session; who is registered already stays so',
    permission: write,
    publishable: true,
    body: NewRegistration,
    example: { session_id: 'wbs_01h455vb4pex5vsknk084sn02q', email: 'ann@school.example' },
    returns: Registration,
    bound: 'event',
    secretAnswer: true,
    refuses: Object.values(refusals),
    emits: [webinarRegistered],
  }),
  get: G('GET /v1/webinar-registrations/{id}', {
    summary: 'Get a registration with the personal entry to the room',
    permission: read,
    returns: Registration,
  }),
  cancel: M('DELETE /v1/webinar-registrations/{id}', {
    summary: 'Cancel a registration: its seat is free, and its personal entry void',
    permission: write,
    returns: Registration,
    emits: [webinarRegistered],
  }),
})
