import { C, common, crud, event, id, M, refuse, resource, text } from '@lms/contract'
import { z } from 'zod'
import { FormSubmission, maxAnswerBytes, maxAnswerCharacters, utmNames } from './submission.object.ts'

const maxFields = 100

export const refusals = refuse({
  form_unknown: {
    status: 422,
    when: 'form_id is not the id of a form of the school',
    message: 'form_id must be the id of a form of this school.',
  },
  form_closed: {
    status: 409,
    when: 'the form is not active',
    message: 'This form accepts no submissions. Activate it first: PATCH /v1/forms/{id} {"active": true}.',
  },
  answers_invalid: {
    status: 422,
    when: 'an answer does not fit its field, or a required answer or consent is missing',
    message: 'Some answers cannot be accepted. See details, and correct them.',
  },
  answers_too_large: {
    status: 422,
    when: `the answers have more than ${maxAnswerBytes} bytes`,
    message: `The answers of a submission have at most ${maxAnswerBytes / 1024} KB. Send less text.`,
  },
  origin_refused: {
    status: 403,
    when: 'a publishable key is used by a page whose origin the form does not allow',
    message: 'This form may not be submitted from this page. Add its origin to allowed_origins of the form.',
  },
})

export const userFormSubmitted = event('user.form_submitted', {
  when: 'somebody submitted a form, and their person is known if they left a contact; not for spam',
  object: FormSubmission,
  related: ['user_id', 'form_id', 'form_submission_id'],
  example: { status: 'finished' },
})

const answerValue = z.union([text(maxAnswerCharacters), z.number(), z.boolean(), z.array(text(200)).max(100)])
const field = (most: number) => text(most).default('')

export const NewSubmission = z.strictObject({
  form_id: id('frm'),
  answers: z
    .record(text(50, 1), answerValue)
    .refine(answers => Object.keys(answers).length <= maxFields, `must have at most ${maxFields} answers`)
    .default({})
    .describe('By key of the form. A multi_select is a list.')
    .meta({ examples: [{ email: 'ann@school.example' }] }),
  fields: z
    .record(text(100, 1), answerValue)
    .refine(fields => Object.keys(fields).length <= maxFields, `must have at most ${maxFields} fields`)
    .default({})
    .describe(
      'Fields of an outside landing page by its own names. The mapping of the form says which they are. What it does not map, or what does not fit, is kept in unmapped; nothing is missing.',
    ),
  consents: z.array(text(50, 1)).max(20).default([]).describe('Keys of the consents that were given.'),
  page_url: field(2000).describe('The page with the form; empty if unknown.'),
  referrer: field(2000).describe('The page that led there; empty if unknown.'),
  utm: z
    .strictObject(
      Object.fromEntries(
        utmNames.map(name => [name, field(200).describe(`The value of \`utm_${name}\`.`)]),
      ) as Record<(typeof utmNames)[number], ReturnType<typeof field>>,
    )
    .prefault({})
    .describe('The UTM parameters of the visit: `utm_source` as `source`, and so on; empty if absent.'),
})
export type NewSubmission = z.output<typeof NewSubmission>

const {
  list,
  get,
  delete: remove,
} = crud('/v1/form-submissions', FormSubmission, {
  names: ['a form submission', 'form submissions'],
  bound: 'event',
  emits: { created: userFormSubmitted },
  summaries: { delete: 'Delete a form submission; its effects are kept' },
  sorts: ['created_at'],
})

export const submissions = resource({
  list,
  create: C('POST /v1/form-submissions', {
    summary:
      'Submit a form; its person is matched by e-mail, then phone, or created. Repeated answers within ten minutes count once',
    permission: 'form-submissions:write',
    publishable: true,
    body: NewSubmission,
    returns: FormSubmission,
    refuses: [
      refusals.form_unknown,
      refusals.form_closed,
      refusals.answers_invalid,
      refusals.answers_too_large,
      refusals.origin_refused,
      common.outcome_unknown,
    ],
    emits: [userFormSubmitted],
    bound: 'event',
  }),
  get,
  update: M('PATCH /v1/form-submissions/{id}', {
    summary: 'Mark a submission as spam, which undoes its effects, or process one that is not spam',
    permission: 'form-submissions:write',
    body: z.strictObject({ spam: z.boolean().describe('Whether staff take the submission for spam.') }),
    example: { spam: true },
    returns: FormSubmission,
    refuses: [common.outcome_unknown],
    emits: [userFormSubmitted],
  }),
  delete: remove,
})
