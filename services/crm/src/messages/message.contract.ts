import { C, filtersBy, G, id, L, moment, refuse, resourceWithEvents, slug, text } from '@lms/contract'
import { User } from '@lms/users/contract'
import { z } from 'zod'
import { transport } from '../addresses/kinds.ts'
import { contentRefusals } from '../content/content-refusals.ts'
import { contentFields } from '../content/source.ts'
import { personRefusals } from '../people/person-refusals.ts'
import { topicRefusals } from '../settings/topic.ts'
import { variables } from '../templates/template.contract.ts'
import { Message, MessageWithContent } from './message.object.ts'
import { messageSent } from './message-events.ts'
import { horizonDays, startRefusals } from './start.rules.ts'

export const refusals = refuse({
  message_content_unclear: {
    status: 422,
    when: 'neither or both of template_id and body are given',
    message: 'Give either template_id, or body with subject and format.',
  },
  template_unknown: {
    status: 422,
    when: 'the school has no such message template, or it is for another transport',
    message:
      'template_id must be a message template of this school for this transport. GET /v1/message-templates lists them.',
  },
  message_subject_missing: {
    status: 422,
    when: 'an e-mail has no subject, nor has its template',
    message: 'An e-mail needs a subject. Give it with body, or a template that has one.',
  },
  message_cancel_unclear: {
    status: 422,
    when: 'cancel_id is given together with what is to be sent, or how',
    message: 'Give either cancel_id, or what is to be sent.',
  },
  message_unknown: {
    status: 422,
    when: 'the person has no such message that was sent alone',
    message:
      'cancel_id must be a message to this person that is no part of a mailing or a campaign. GET /v1/messages lists them.',
  },
  message_not_waiting: {
    status: 409,
    when: 'the message to take back has left, is leaving, or will not leave',
    message: 'This message waits no more. GET /v1/messages/{id} shows what became of it.',
  },
  message_term_past: {
    status: 422,
    when: 'expires_at is not later than now and send_at',
    message: 'expires_at must be in the future, and later than send_at.',
  },
})

export const messages = resourceWithEvents([messageSent], {
  list: L('GET /v1/messages', {
    summary: 'List messages with their status; students see their own',
    permission: 'messages:read',
    returns: Message,
    list: {
      filters: filtersBy(Message, ['topic', 'notification', 'address']),
      sorts: ['created_at'],
      search: 'Text anywhere in the subject.',
      expands: { user: { key: 'user_id', permission: 'users:read', returns: User } },
    },
  }),
  create: C('POST /v1/messages', {
    summary: 'Send one message to a person, or take one back that waits',
    permission: 'messages:write',
    body: z.strictObject({
      user_id: id('usr'),
      transport: transport().default('email').describe('The channel by which the message is sent.'),
      topic: slug(40).default('news').describe('A topic of the settings; its basis decides who may get it.'),
      template_id: id('tpl').nullable().default(null),
      subject: contentFields.subject.default(''),
      preheader: contentFields.preheader.default(''),
      format: contentFields.format.default('markdown'),
      body: text(100_000, 1).nullable().default(null).describe('The content, without a template.'),
      variables: variables().default({}),
      send_at: moment()
        .nullable()
        .default(null)
        .describe(`When the message is to be sent, at most ${horizonDays} days ahead; null for at once.`),
      expires_at: moment().nullable().default(null),
      cancel_id: id('msg')
        .nullable()
        .default(null)
        .describe('A message to the person that waits: it is taken back, and nothing is sent.'),
    }),
    example: {
      user_id: 'usr_01h455vb4pex5vsknk084sn02q',
      topic: 'study',
      subject: 'Your course begins',
      body: 'Hello {{ user.first_name }}, see you on Monday.',
    },
    returns: Message,
    bound: 'task',
    refuses: [
      personRefusals.user_unknown,
      topicRefusals.topic_unknown,
      refusals.message_content_unclear,
      refusals.message_subject_missing,
      refusals.template_unknown,
      refusals.message_term_past,
      refusals.message_cancel_unclear,
      refusals.message_unknown,
      refusals.message_not_waiting,
      startRefusals.start_time_invalid,
      contentRefusals.content_invalid,
    ],
  }),
  get: G('GET /v1/messages/{id}', {
    summary: 'Get a message with what it says, its history and the response of its channel',
    permission: 'messages:read',
    returns: MessageWithContent,
  }),
})
