import {
  atMost,
  crud,
  full,
  id,
  maxCustomFields,
  maxFieldBytes,
  oneOf,
  refuse,
  resource,
  stamps,
  text,
} from '@lms/contract'
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
    .describe('The key of the value in `custom_fields`. Never changes.'),
  label: text(200)
    .describe('The label shown to people. Default: the name.')
    .meta({ examples: ['City of birth'] }),
  type: oneOf(fieldTypes).describe(
    'A date is written `2026-11-21`; the value of a multi_choice is a list of options.',
  ),
  options: z
    .array(text(200, 1))
    .max(200)
    .describe(
      'The possible values of a choice or multi_choice; empty for other types. People keep a value that is removed here.',
    ),
  status: oneOf(fieldLifecycle.states).describe('An archived field takes no new values; people keep theirs.'),
  ...stamps,
})
export type CustomField = z.infer<typeof CustomField>

/** Maximum custom fields of one school. */
export const maxFields = maxCustomFields

export const refusals = refuse({
  custom_fields_limit_reached: full(maxFields, 'custom fields', 'Delete one that nobody has a value for.'),
  custom_fields_too_large: {
    status: 422,
    when: `the values of one person would exceed ${maxFieldBytes / 1024} KB as JSON`,
    message: `The custom fields of one person may have at most ${maxFieldBytes / 1024} KB as JSON, existing values included. Shorten some, or set some to null.`,
  },
  custom_field_name_taken: {
    status: 409,
    when: 'another custom field of the school has this name',
    message: 'Another custom field of this school has this name. Choose another name, or change that field.',
  },
  custom_field_in_use: {
    status: 409,
    when: 'people have values for the field',
    message:
      'People have values for this field, so its type cannot change and it cannot be deleted. Archive it: PATCH {"status": "archived"}.',
  },
  custom_field_named: {
    status: 409,
    when: 'the rule of a segment, or the graph of a scenario, names the field',
    message:
      'Segments or scenarios name this field, so its type cannot change and it cannot be deleted. Change them first; details name them.',
  },
  custom_field_options: {
    status: 422,
    when: 'a choice has no options or a repeated one, or another type has options',
    message:
      'A choice or multi_choice needs at least one option, each only once. Other types take no options.',
  },
  custom_field_refused: {
    status: 422,
    when: 'a value is for no active custom field of the school, or not of the type of its field',
    message:
      'A value is for no active custom field, or not of the type of its field. See details; /v1/custom-fields lists the fields.',
  },
})

const operations = crud('/v1/custom-fields', CustomField, {
  names: ['a custom field', 'custom fields'],
  bound: atMost(maxFields, refusals.custom_fields_limit_reached),
  summaries: {
    list: 'List the custom fields of people',
    create: 'Define a custom field',
    update: 'Change or archive a custom field; the type can change only while nobody has a value',
    delete: 'Delete a custom field that nobody has a value for',
  },
  immutable: ['name'],
  defaults: { options: [] },
  filters: ['name'],
  sorts: ['created_at', 'name'],
  refuses: {
    create: [refusals.custom_field_name_taken, refusals.custom_field_options],
    update: [refusals.custom_field_in_use, refusals.custom_field_named, refusals.custom_field_options],
    delete: [refusals.custom_field_in_use, refusals.custom_field_named],
  },
  examples: { update: { label: 'Home town' } },
})

export const customFields = resource({
  ...operations,
  create: {
    ...operations.create,
    body: operations.create.body.omit({ status: true }).partial({ label: true }),
    example: { name: 'birth_city', type: 'choice', options: ['Bonn', 'Ulm'] },
  },
})
