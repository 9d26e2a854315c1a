import { atMost, crud, full, id, mostFieldBytes, oneOf, refuse, resource, stamps, text } from '@lms/contract'
import { z } from 'zod'
import { fieldLifecycle } from './field.lifecycle.ts'

export const fieldTypes = ['text', 'number', 'date', 'boolean', 'choice', 'multi_choice'] as const
export type FieldType = (typeof fieldTypes)[number]

export const CustomField = z.object({
  id: id('fld'),
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,62}$/, 'must be lower-case letters, digits and underscores: birth_city')
    .meta({ examples: ['birth_city'] })
    .describe('The name under which people carry the value: `custom_fields.<name>`. Never changes.'),
  label: text(200)
    .describe('What people read; the name, unless given.')
    .meta({ examples: ['City of birth'] }),
  type: oneOf(fieldTypes).describe('A date is written `2026-11-21`; a multi_choice is a list of options.'),
  options: z
    .array(text(200, 1))
    .max(200)
    .describe(
      'All that a choice or multi_choice may be; empty for other types. People keep one that is no longer among them.',
    ),
  status: oneOf(fieldLifecycle.states).describe('A retired field takes no new values; people keep theirs.'),
  ...stamps,
})
export type CustomField = z.infer<typeof CustomField>

/** Custom fields that one school defines at most. */
export const mostFields = 200

export const refusals = refuse({
  custom_fields_full: full(mostFields, 'custom fields', 'Delete one that nobody has a value of.'),
  custom_fields_too_large: {
    status: 422,
    when: `the values of one person would be more than ${mostFieldBytes / 1024} KB as JSON`,
    message: `The custom fields of one person hold at most ${mostFieldBytes / 1024} KB as JSON, with those that they have already. Shorten some, or set some to null.`,
  },
  custom_field_name_taken: {
    status: 409,
    when: 'another custom field of the school has this name',
    message: 'Another custom field of this school has this name. Choose another one, or change that field.',
  },
  custom_field_in_use: {
    status: 409,
    when: 'people have values of the field',
    message:
      'People have values of this field: its type stays, and it is not deleted. Retire it: PATCH {"status": "retired"}.',
  },
  custom_field_options: {
    status: 422,
    when: 'a choice has no options, an option twice, or another type has options',
    message: 'A choice or multi_choice needs at least one option, each once; other types take none.',
  },
  custom_field_refused: {
    status: 422,
    when: 'a value is of no active custom field of the school, or not of its type',
    message:
      'A value is of no active custom field, or not of its type. See details, and /v1/custom-fields for what there is.',
  },
})

const made = crud('/v1/custom-fields', CustomField, {
  named: ['a custom field', 'custom fields'],
  bound: atMost(mostFields, refusals.custom_fields_full),
  summaries: {
    list: 'List the custom fields that people can have',
    create: 'Define a custom field',
    change: 'Change or retire a custom field; its type only while nobody has a value',
    remove: 'Delete a custom field of which nobody has a value',
  },
  immutable: ['name'],
  defaults: { options: [] },
  filters: ['name'],
  sorts: ['created_at', 'name'],
  refuses: {
    create: [refusals.custom_field_name_taken, refusals.custom_field_options],
    change: [refusals.custom_field_in_use, refusals.custom_field_options],
    remove: [refusals.custom_field_in_use],
  },
  examples: { change: { label: 'Home town' } },
})

export const customFields = resource({
  ...made,
  create: {
    ...made.create,
    body: made.create.body.omit({ status: true }).partial({ label: true }),
    example: { name: 'birth_city', type: 'choice', options: ['Bonn', 'Ulm'] },
  },
})
