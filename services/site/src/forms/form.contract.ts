import { atMost, C, crud, full, M, refuse, resource } from '@lms/contract'
import { z } from 'zod'
import { Form, FormConsent, FormField, maxConsents, maxFormFields } from './form.object.ts'

const maxForms = 1000

export const refusals = refuse({
  forms_limit_reached: full(maxForms, 'forms', 'Delete one that is no longer used.'),
  form_invalid: {
    status: 422,
    when: 'fields, consents and mapping do not fit together',
    message: 'The parts of the form do not fit together. See details, and correct them.',
  },
  form_on_page: {
    status: 409,
    when: 'a page contains the form',
    message: 'Pages contain this form. Remove it from the pages named in details first.',
  },
})

const operations = crud('/v1/forms', Form, {
  names: ['a form', 'forms'],
  bound: atMost(maxForms, refusals.forms_limit_reached),
  readOnly: ['submissions_count'],
  defaults: { title: '', thanks_text: '', tag_ids: [], mapping: {}, allowed_origins: [], active: true },
  filters: ['name', 'active'],
  sorts: ['created_at', 'name'],
  refuses: { delete: [refusals.form_on_page] },
})

/** Fields and consents as bodies send them: what is absent has its usual value, and the version is the server's. */
const sent = {
  fields: z
    .array(
      z.strictObject({
        ...FormField.shape,
        hint: FormField.shape.hint.default(''),
        required: FormField.shape.required.default(false),
        options: FormField.shape.options.default([]),
        max_length: FormField.shape.max_length.default(null),
        person_field: FormField.shape.person_field.default(null),
      }),
    )
    .min(1)
    .max(maxFormFields),
  consents: z
    .array(
      z.strictObject({
        ...FormConsent.omit({ version: true }).shape,
        required: FormConsent.shape.required.default(false),
        channel: FormConsent.shape.channel.default(null),
      }),
    )
    .max(maxConsents),
}

const example = {
  name: 'Call me back',
  title: 'We call you back',
  fields: [
    { key: 'email', label: 'E-mail', kind: 'email', required: true, person_field: 'email' },
    { key: 'question', label: 'Your question', kind: 'long_text' },
  ],
  consents: [{ key: 'news', text: 'Send me news about courses.', channel: 'email' }],
} as const

export const forms = resource({
  ...operations,
  create: C('POST /v1/forms', {
    summary: 'Create a form',
    permission: 'forms:write',
    body: operations.create.body.extend({ ...sent, consents: sent.consents.default([]) }),
    example: example as never,
    returns: Form,
    refuses: [refusals.form_invalid],
    bound: operations.create.bound!,
  }),
  update: M('PATCH /v1/forms/{id}', {
    summary: 'Change a form; a consent whose text changes gets a new version',
    permission: 'forms:write',
    body: operations.update.body.extend({
      fields: sent.fields.optional(),
      consents: sent.consents.optional(),
    }),
    example: { name: 'Call me back soon' },
    returns: Form,
    refuses: [refusals.form_invalid],
  }),
})
