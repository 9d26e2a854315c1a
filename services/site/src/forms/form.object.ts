// A form as the API shows it: what it asks, what people agree to, and what follows.
import { distinct, id, oneOf, reference, stamps, text } from '@lms/contract'
import { Consent } from '@lms/users/contract'
import { z } from 'zod'
import { canonicalTarget } from '../redirects/redirect.contract.ts'
import { originOf } from './origins.ts'

export const maxFormFields = 50
export const maxConsents = 10

export const fieldKinds = [
  'text',
  'long_text',
  'email',
  'phone',
  'number',
  'date',
  'select',
  'multi_select',
  'checkbox',
] as const

const key = () =>
  text(50, 1)
    .regex(/^[a-z][a-z0-9_]*$/, 'must be lower-case letters, digits and _, beginning with a letter')
    .meta({ examples: ['email'] })

/** What of a person an answer is. Answers find a person by e-mail, then by phone, never by name. */
export const personFields = ['email', 'phone', 'first_name', 'last_name'] as const

export const FormField = z.object({
  key: key().describe('The name of the answer in submissions, unique in the form.'),
  label: text(200, 1).describe('What visitors read beside the field.'),
  hint: text(300).describe('What visitors read below the field; empty for nothing.'),
  kind: oneOf(fieldKinds).describe('What visitors can enter in the field.'),
  required: z.boolean().describe('Whether the form is sent only with an answer.'),
  options: distinct(text(200, 1).regex(/^[^\r\n]*$/, 'must be one line'), 100).describe(
    'The choices of a select or multi_select.',
  ),
  max_length: z
    .int()
    .min(1)
    .max(5000)
    .nullable()
    .describe('Characters; null for 500, or 5000 of a long_text.'),
  person_field: oneOf(personFields)
    .nullable()
    .describe('The field of the person that the answer fills; null for none.'),
})
export type FormField = z.infer<typeof FormField>

export const FormConsent = z.object({
  key: key().describe('The name of the consent in submissions, unique in the form.'),
  text: text(2000, 1).describe('What people agree to.'),
  required: z.boolean().describe('Whether the form is sent only with this consent.'),
  channel: Consent.shape.channel
    .nullable()
    .describe('The channel that the school may use then; null for terms that only the submission keeps.'),
  version: z.int32().min(1).describe('Rises when the text changes.'),
})
export type FormConsent = z.infer<typeof FormConsent>

/** A path of the school itself, so that a form leads nowhere else. */
const ownPath = () =>
  text(500)
    .regex(
      /^\/([^\s/\\][^\s\\]*)?$/,
      'must be a path from the root of the school’s own address, such as /thanks',
    )
    .overwrite(canonicalTarget)
    .refine(path => path.length <= 2000, 'must have at most 2000 characters after escaping')

export const Form = z.object({
  id: id('frm'),
  name: text(200, 1).describe('What staff call the form; visitors do not see it.'),
  title: text(200).describe('Above the form; empty for none.'),
  fields: z
    .array(FormField)
    .min(1)
    .max(maxFormFields)
    .describe('The fields in the order in which visitors see them.'),
  consents: z
    .array(FormConsent)
    .max(maxConsents)
    .describe('The consents that visitors can give with the form.'),
  submit_label: text(100, 1)
    .nullable()
    .describe('The words on the button that sends the form; null for the usual ones of the language.'),
  thanks_text: text(2000).describe('What people read after they submitted it.'),
  redirect_path: ownPath().nullable().describe('Where people are led in place of the thanks.'),
  tag_ids: distinct(reference(['tag']), 20).describe('Tags that the people get.'),
  mapping: z
    .record(text(100, 1), key())
    .describe('Names of fields of outside landing pages, and the keys of this form that they are.')
    .meta({ examples: [{ Email: 'email' }] }),
  allowed_origins: distinct(
    text(300, 1)
      .regex(/^https?:\/\/[^/?#\s]+$/, 'must be an origin: https://landing.example')
      .overwrite(originOf),
    50,
  ).describe('Origins of other pages that may submit it with a publishable key; empty for all.'),
  active: z.boolean().describe('Whether it accepts submissions.'),
  submissions_count: z.int().min(0).describe('Without spam.'),
  ...stamps,
})
export type Form = z.infer<typeof Form>
