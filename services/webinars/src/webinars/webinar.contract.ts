import {
  atMost,
  crud,
  distinct,
  full,
  id,
  language,
  oneOf,
  reference,
  refuse,
  stamps,
  text,
} from '@lms/contract'
import { z } from 'zod'
import { AutoRule, leastMinutes } from './rule-schema.ts'

const maxWebinars = 2000
/** Maximum reminders of one session. */
const maxReminders = 5

/** What participants are told. `left`: their registration was canceled. `canceled`: the session was. */
export const noticeKinds = ['registered', 'left', 'reminder', 'moved', 'canceled', 'recording'] as const
export type NoticeKind = (typeof noticeKinds)[number]
/** One for each kind in ten languages. */
const maxTemplates = 60

export const Webinar = z.object({
  id: id('wbn'),
  title: text(200, 1).meta({ examples: ['Colour in landscapes'] }),
  description: text(10_000),
  host: text(200).describe('Who leads it, as participants read it; a session can name somebody else.'),
  access: oneOf(['open', 'group', 'offer']).describe(
    'Who can register: everybody, the members of a group, or whoever has bought an offer with this webinar. Staff registers anybody. Visitors register at `{site_url}/webinars/{id}`; that page leads to the offer of a webinar that is sold.',
  ),
  group_id: reference(['grp'])
    .nullable()
    .describe('The group whose members can register; null unless access is group.'),
  messages: z
    .object({
      confirmations: z.boolean().describe('Who registers, or is canceled, is told.'),
      reminder_minutes: distinct(z.int32().min(1).max(43_200), maxReminders).describe(
        'Minutes before the start at which everybody who is registered is reminded.',
      ),
      changes: z
        .boolean()
        .describe('Everybody who is registered is told of a session that is moved or called off.'),
      recordings: z
        .boolean()
        .default(true)
        .describe('Everybody who is registered is told when the recording of a session is ready.'),
      templates: z
        .array(
          z.object({
            kind: oneOf(noticeKinds).describe(
              'left: the registration was canceled. canceled: the session was called off.',
            ),
            language: language().nullable().default(null).describe('Null for all others.'),
            template_id: reference(['tpl']),
          }),
        )
        .max(maxTemplates)
        .default([])
        .describe(
          'Message templates for e-mail in place of the built-in texts: the first for the kind and the language of the person. They get the variables `title`, `time` and `url`, the personal entry.',
        ),
    })
    .describe('What participants get by e-mail, with an entry for their calendar. Replaced as a whole.'),
  retention_days: z
    .int32()
    .min(1)
    .max(3650)
    .nullable()
    .describe(
      'Days after the finish of a session for which its chat and the answers to its polls are kept; null for always. Attendance and registrations stay.',
    ),
  auto: AutoRule.nullable().describe(
    'The rule of an auto-webinar, which schedules, begins and finishes its sessions by itself; null for a usual one. Replaced as a whole. Students and publishable keys read null.',
  ),
  ...stamps,
})
export type Webinar = z.infer<typeof Webinar>

export const refusals = refuse({
  webinars_limit_reached: full(maxWebinars, 'webinars', 'Delete one without sessions.'),
  group_invalid: {
    status: 422,
    when: 'access is group without a group_id, or another one with it',
    message: 'Send group_id exactly if access is group.',
  },
  rule_unreadable: {
    status: 422,
    when: 'the cron expression of auto cannot be read, or has no time to come',
    message: 'auto.cron must be a cron expression of five fields with a time to come: 0 19 * * 2.',
  },
  rule_too_often: {
    status: 422,
    when: `two sessions of auto would begin within ${leastMinutes} minutes`,
    message: `Sessions of an auto-webinar begin at least ${leastMinutes} minutes after each other.`,
  },
  webinar_has_sessions: {
    status: 409,
    when: 'the webinar has sessions that are not canceled',
    message:
      'This webinar has sessions that were not canceled. Cancel those to come: DELETE /v1/webinar-sessions/{id}. One that was held stays.',
  },
  participants_untold: {
    status: 409,
    when: 'participants are still told that a session of the webinar was called off',
    message: 'Participants are still told that a session was called off. Delete the webinar in a minute.',
  },
})

export const webinars = crud('/v1/webinars', Webinar, {
  names: ['a webinar', 'webinars'],
  bound: atMost(maxWebinars, refusals.webinars_limit_reached),
  summaries: { delete: 'Delete a webinar, with its canceled sessions' },
  publishable: true,
  defaults: {
    description: '',
    host: '',
    access: 'open',
    messages: {
      confirmations: true,
      reminder_minutes: [1440, 60],
      changes: true,
      recordings: true,
      templates: [],
    },
  },
  sorts: ['created_at', 'updated_at', 'title'],
  refuses: {
    create: [refusals.group_invalid, refusals.rule_unreadable, refusals.rule_too_often],
    update: [refusals.group_invalid, refusals.rule_unreadable, refusals.rule_too_often],
    delete: [refusals.webinar_has_sessions, refusals.participants_untold],
  },
  examples: { create: { title: 'Colour in landscapes' }, update: { host: 'Clara Bauer' } },
})
