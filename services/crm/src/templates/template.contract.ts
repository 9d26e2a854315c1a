import { A, atMost, crud, customFields, full, id, refuse, resource, stamps, text } from '@lms/contract'
import { z } from 'zod'
import { transport } from '../addresses/kinds.ts'
import { contentRefusals } from '../content/content-refusals.ts'
import { contentWarnings, storedFields } from '../content/source.ts'
import { personRefusals } from '../people/person-refusals.ts'

const maxTemplates = 1000

export const MessageTemplate = z.object({
  id: id('tpl'),
  name: text(200, 1)
    .meta({ examples: ['Welcome'] })
    .describe('What staff read when they choose a template.'),
  transport: transport().describe('The channel that the template is for.'),
  ...storedFields,
  warnings: contentWarnings(20),
  ...stamps,
})
export type MessageTemplate = z.infer<typeof MessageTemplate>

export const refusals = refuse({
  templates_limit_reached: full(maxTemplates, 'message templates', 'Delete one that is no longer used.'),
  template_name_taken: {
    status: 409,
    when: 'another message template has this name',
    message: 'Another message template of this school has this name.',
  },
})

/** Values of a message's own variables. */
export const variables = () => customFields().describe('Values of variables, besides `user` and `school`.')

const refuses = [
  refusals.template_name_taken,
  contentRefusals.content_unclear,
  contentRefusals.content_invalid,
]

export const messageTemplates = resource({
  ...crud('/v1/message-templates', MessageTemplate, {
    names: ['a message template', 'message templates'],
    search: 'Text anywhere in the name.',
    summaries: { update: 'Change a message template; messages that were made from it stay as they are' },
    bound: atMost(maxTemplates, refusals.templates_limit_reached),
    readOnly: ['warnings'],
    defaults: { transport: 'email', subject: '', preheader: '', format: 'markdown' },
    filters: ['name'],
    sorts: ['created_at', 'updated_at', 'name'],
    refuses: { create: refuses, update: refuses },
    examples: {
      create: { name: 'Welcome', subject: 'Welcome', body: 'Hello {{ user.first_name }}.' },
      update: { body: 'Good day, {{ user.first_name }}.' },
    },
  }),
  preview: A('POST /v1/message-templates/{id}/preview', {
    summary: 'Render a message template for a person, and list the variables without a value',
    permission: 'message-templates:read',
    readOnly: true,
    body: z.strictObject({
      user_id: id('usr')
        .nullable()
        .default(null)
        .describe('The person, for whom the permission users:read is needed; null for nobody.'),
      variables: variables().default({}),
    }),
    example: { variables: { lesson: 'The first wash' } },
    returns: z.object({
      subject: z.string().describe('The subject as the person would read it.'),
      html: z.string().nullable().describe('The message as HTML; null for plain text.'),
      text: z.string().describe('The message as plain text.'),
      missing: z
        .array(z.string())
        .describe('The variables without a value. A message with one is not sent: `template_error`.'),
      warnings: contentWarnings(20),
    }),
    refuses: [personRefusals.user_unknown, contentRefusals.content_invalid],
    bound: null,
  }),
})
