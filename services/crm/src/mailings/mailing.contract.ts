import {
  A,
  atMost,
  bodiesOf,
  C,
  crud,
  distinct,
  email,
  full,
  id,
  M,
  moment,
  oneOf,
  refuse,
  resource,
} from '@lms/contract'
import { z } from 'zod'
import { contentRefusals } from '../content/content-refusals.ts'
import { horizonDays, startRefusals } from '../messages/start.rules.ts'
import { personRefusals } from '../people/person-refusals.ts'
import { audienceRefusals, nobody } from '../sendings/audience.ts'
import {
  changeableStatus,
  courseFields,
  localTime,
  topicOfCopy,
  usualTopic,
} from '../sendings/course.contract.ts'
import { campaignFinished } from '../sendings/finished-event.ts'
import { imprintRefusals } from '../settings/imprint.rules.ts'
import { topicRefusals } from '../settings/topic.ts'
import { DryRun } from './dry-run.object.ts'
import { Mailing } from './mailing.object.ts'

const maxMailings = 10_000

export const refusals = refuse({
  mailings_limit_reached: full(maxMailings, 'mailings', 'Delete drafts that are no longer needed.'),
  mailing_not_draft: {
    status: 409,
    when: 'the mailing is no draft any more',
    message: 'This mailing has been started or scheduled. Only a draft can be changed, deleted or started.',
  },
  mailing_not_running: {
    status: 409,
    when: 'the mailing is neither being sent nor paused',
    message: 'Only a mailing that is being sent can pause, and only one that pauses can go on.',
  },
  mailing_over: {
    status: 409,
    when: 'the mailing is a draft, or has been sent to its end',
    message: 'Only a mailing that is scheduled or being sent can be stopped.',
  },
  mailing_not_scheduled: {
    status: 409,
    when: 'the mailing has begun, or was never scheduled',
    message:
      'Only a mailing that waits for its time can be a draft again. One that is being sent can be stopped.',
  },
  mailing_unknown: {
    status: 422,
    when: 'copy_of is no mailing of the school',
    message: 'copy_of must be a mailing of this school. GET /v1/mailings lists them.',
  },
  mailing_test_unclear: {
    status: 422,
    when: 'neither addresses nor dry_run is given, or a dry run has addresses, or no person',
    message: 'Give either addresses, or user_id with dry_run.',
  },
  mailing_test_invalid: {
    status: 409,
    when: 'the mailing is not sent by e-mail',
    message: 'Only a mailing by e-mail can be sent to addresses.',
  },
})

/** What a mailing begins with that is no copy. */
export const usual = {
  transport: 'email',
  topic: usualTopic,
  subject: '',
  preheader: '',
  format: 'markdown',
} as const
const rules = {
  readOnly: courseFields,
  defaults: { ...usual, audience: nobody } satisfies Partial<Mailing>,
}

/** A field in the body of a creation that a copy takes from the copied one. */
const ofCopy = <K extends Exclude<keyof typeof usual, 'topic'>>(name: K) =>
  Mailing.shape[name].optional().meta({
    ...Mailing.shape[name].meta(),
    description: `${Mailing.shape[name].description} Default: that of the copied one, else ${usual[name] === '' ? 'empty' : `\`${usual[name]}\``}.`,
  }) as z.ZodOptional<(typeof Mailing.shape)[K]>

const { create, change } = bodiesOf(Mailing, rules)
const unfit = [
  topicRefusals.topic_unknown,
  contentRefusals.content_unclear,
  contentRefusals.content_invalid,
  personRefusals.user_unknown,
  audienceRefusals.audience_unknown,
]

/** The operations without copies. */
export const ownMailings = crud('/v1/mailings', Mailing, {
  ...rules,
  names: ['a mailing', 'mailings'],
  search: 'Text anywhere in the name.',
  summaries: {
    list: 'List mailings with their counts',
    get: 'Get a mailing with the number of messages sent and not sent, and why',
    delete: 'Delete the draft of a mailing',
  },
  bound: atMost(maxMailings, refusals.mailings_limit_reached),
  sorts: ['created_at', 'updated_at', 'name'],
  refuses: { create: unfit, delete: [refusals.mailing_not_draft] },
})

export const mailings = resource({
  ...ownMailings,
  create: C('POST /v1/mailings', {
    summary: 'Create a mailing, as a draft, or copy another one',
    permission: 'mailings:write',
    body: create.extend({
      topic: topicOfCopy(),
      transport: ofCopy('transport'),
      subject: ofCopy('subject'),
      preheader: ofCopy('preheader'),
      format: ofCopy('format'),
      copy_of: id('mlg')
        .nullable()
        .default(null)
        .describe(
          'A mailing whose transport, topic and content are copied, with `body` and `document` left out, and whose audience where `audience` names nobody. A transport, topic, subject, preheader, format or `exclude` that is given stands in place of the copied one. Send it again to those whom it did not reach by `audience.responses`.',
        ),
    }),
    example: { name: 'Autumn courses', subject: 'Autumn courses', body: 'Hello {{ user.first_name }}.' },
    returns: Mailing,
    refuses: [...unfit, refusals.mailings_limit_reached, refusals.mailing_unknown],
    bound: ownMailings.create.bound,
  }),
  update: M('PATCH /v1/mailings/{id}', {
    summary:
      'Change the draft of a mailing; stop, pause or resume one; or make a scheduled one a draft again',
    permission: 'mailings:write',
    body: change.extend({
      status: changeableStatus(),
    }),
    example: { name: 'Autumn' },
    returns: Mailing,
    refuses: [
      ...unfit,
      refusals.mailing_not_draft,
      refusals.mailing_over,
      refusals.mailing_not_scheduled,
      refusals.mailing_not_running,
    ],
    emits: [campaignFinished],
  }),
  start: A('POST /v1/mailings/{id}/start', {
    summary: 'Start a mailing, once; its content and audience are fixed from then on',
    permission: 'mailings:write',
    body: z.strictObject({
      at: moment()
        .nullable()
        .default(null)
        .describe(`Null for now; at most ${horizonDays} days ahead. The audience is taken then.`),
      local_time: localTime(),
    }),
    returns: Mailing,
    refuses: [
      refusals.mailing_not_draft,
      audienceRefusals.audience_empty,
      audienceRefusals.audience_unmeasured,
      startRefusals.start_time_invalid,
      startRefusals.subject_missing,
      imprintRefusals.postal_address_missing,
    ],
    bound: 'task',
  }),
  test: A('POST /v1/mailings/{id}/test', {
    summary:
      'Send a test of a mailing to a few addresses; or say what a person would get, whether they would, and why not',
    permission: 'mailings:write',
    body: z.strictObject({
      addresses: distinct(email(), 5)
        .default([])
        .describe('The e-mail addresses that get the test; it counts in no figures. Empty with `dry_run`.'),
      user_id: id('usr')
        .nullable()
        .default(null)
        .describe('The person whose values it shows, for whom the permission users:read is needed.'),
      dry_run: z
        .boolean()
        .default(false)
        .describe(
          'Nothing is sent: the answer says what would become of the mailing for `user_id`. It says why, so it needs the rights to read messages, preferences and suppressions, too.',
        ),
    }),
    example: { addresses: ['editor@school.example'] },
    returns: z.object({
      results: z
        .array(
          z.object({
            address: z.string().describe('The address of the test.'),
            status: oneOf(['sent', 'refused', 'deferred', 'unknown', 'suppressed']).describe(
              'What became of the test; `unknown` if the connection broke off, `suppressed` if the address gets no mail.',
            ),
            answer: z.string().describe('What the mail server said.'),
          }),
        )
        .describe('What became of the test at each address.'),
      missing: z.array(z.string()).describe('Variables without a value. They are empty in the test.'),
      dry_run: DryRun.nullable().describe(
        'What would become of it for the person; null for a test that is sent.',
      ),
    }),
    refuses: [
      refusals.mailing_test_unclear,
      refusals.mailing_test_invalid,
      personRefusals.user_unknown,
      contentRefusals.content_invalid,
    ],
    bound: null,
  }),
})
