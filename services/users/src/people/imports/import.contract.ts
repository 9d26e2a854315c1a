// People of a file, slice by slice: for the service that reads the file.
import {
  I,
  ImportedSale,
  ImportedStudy,
  id,
  oneOf,
  resource,
  roles,
  text,
  UnwantedAddress,
} from '@lms/contract'
import { z } from 'zod'
import { accessGranted } from '../../access/accesses/access.contract.ts'
import { groupJoined } from '../../access/groups/member.contract.ts'
import { Consent, userConsentChanged } from '../../privacy/consents/consent.contract.ts'
import { userTagAdded } from '../tags/tag.contract.ts'
import { userCreated, userUpdated } from '../users/user.contract.ts'

/** The fields that a column of a file may hold, besides `custom_fields.<name>`, with what their values are. */
export const importFields = {
  email: 'the e-mail',
  phone: 'the phone; without a country code one of `country`, or else of the country of the school',
  first_name: 'the first name',
  last_name: 'the last name',
  full_name: 'the whole name; its first word is the first name',
  locale: 'the language: a tag or a name of it',
  time_zone: 'the time zone, as `Europe/Berlin`',
  country: 'the country of the phone: a code or a name',
  tags: 'names of tags, between commas or semicolons; new ones are created',
  groups: 'names of groups, between commas or semicolons; new ones are created',
  signed_up_at: 'when the person came: the `created_at` of a new person',
  email_status:
    '`subscribed` becomes a consent, `unsubscribed` and `cleaned` (or `bounced`) entries of the list of suppressions',
  subscribed_at: 'when the person subscribed; counts as subscribed where nothing else is said',
  consent_version: 'the version of the text that a subscriber agreed to; `imported` where none is said',
  unsubscribed: '`yes` counts as unsubscribed',
  unsubscribed_at: 'when the person unsubscribed; counts as unsubscribed',
  bounced_at: 'since when the address takes nothing; counts as cleaned',
  course: 'a course that the person gets access to: its id or its title',
  access_starts_at: 'when the access to the course begins',
  access_expires_at: 'when the access to the course ends; a day is over at its end',
  completed_at: 'when the person completed the course',
  progress_percent: 'how much of the course the person has done, from 0 to 100',
  certificate_number: 'the number of the certificate of the course, which its public check finds',
  certificate_issued_at: 'when the certificate was issued; by default when the course was completed',
  offer: 'an offer that the person bought before: its id or its name',
  order_number: 'the number of the order in the other program; the same order is taken once',
  order_amount: 'what was paid, as 49.90',
  order_currency: 'the currency of it, as EUR; by default that of the offer',
  order_status: '`paid` or `refunded`; orders in other states are left out',
  ordered_at: 'when it was ordered; by default when it was paid',
  order_paid_at: 'when it was paid; by default when it was ordered',
  order_refunded_amount: 'how much of it was returned; by default all of an order that is refunded',
  order_refunded_at: 'when it was returned; by default when it was paid',
  stripe_subscription_id: 'a running subscription at Stripe, as `sub_…`, that keeps the access to the offer',
  stripe_customer_id: 'its customer, as `cus_…`; where it is another one, the subscription is left out',
  stripe_price_id: 'its price, as `price_…`; where it is another one, the subscription is left out',
} as const satisfies Readonly<Record<string, string>>
export type ImportField = keyof typeof importFields
/** The names of these fields. */
export const importFieldNames = Object.keys(importFields) as [ImportField, ...ImportField[]]

/** The fields that say something about `course`. */
export const studyFields: readonly ImportField[] = [
  'access_starts_at',
  'access_expires_at',
  'completed_at',
  'progress_percent',
  'certificate_number',
  'certificate_issued_at',
]

/** The fields that say something about `offer`. */
export const saleFields: readonly ImportField[] = [
  'order_number',
  'order_amount',
  'order_currency',
  'order_status',
  'ordered_at',
  'order_paid_at',
  'order_refunded_amount',
  'order_refunded_at',
  'stripe_subscription_id',
  'stripe_customer_id',
  'stripe_price_id',
]

/** What becomes of a person who is there already. */
export const onMatch = ['fill_empty', 'overwrite', 'skip'] as const

export const maxImportRows = 500

const row = z.int32().min(1).describe('The number of the row in the file, from 1.')
const problem = z.object({ row, field: z.string().nullable(), message: z.string() })

export const peopleImports = resource({
  /**
   * Decides about each row in turn, and writes what was decided, in one transaction; a dry run keeps its decisions apart
   * until it ends, so that later rows see them as those of a run do. Under the same Idempotency-Key it does so once.
   */
  take: I('POST /internal/people-imports/rows', {
    summary: 'Create and change people by rows of a file',
    callers: ['service'],
    permission: null,
    body: z.object({
      import_id: id('imp'),
      dry_run: z.boolean(),
      on_match: oneOf(onMatch),
      tag_ids: z.array(id('tag')).max(20),
      group_ids: z.array(id('grp')).max(20),
      consent: Consent.pick({ channel: true, text_version: true, source: true }).nullable(),
      role: oneOf(roles).describe('That of who ordered the import.'),
      rights: z.array(z.array(z.string())),
      rows: z
        .array(
          z.object({
            row,
            values: z
              .record(text(100, 1), z.string())
              .describe(
                'Texts by their fields; `course_id` in place of `course`, `offer_id` in place of `offer`.',
              ),
          }),
        )
        .min(1)
        .max(maxImportRows),
    }),
    returns: z.object({
      created: z.int(),
      updated: z.int(),
      unchanged: z.int(),
      matched_with_other_name: z.int(),
      accesses: z.int().describe('Rows whose person has the access to their course now.'),
      other_names: z.array(z.object({ row, user_id: id('usr').nullable() })),
      errors: z.array(problem).describe('Rows that nothing came of.'),
      warnings: z
        .array(problem)
        .describe('Values that were left out or changed; the rest of their rows was taken.'),
      studies: z.array(ImportedStudy),
      sales: z.array(ImportedSale),
      unwanted: z.array(UnwantedAddress),
    }),
    emits: [userCreated, userUpdated, userTagAdded, groupJoined, userConsentChanged, accessGranted],
  }),
  /** What an export of people has besides their fields, in the columns of an import. */
  extras: I('POST /internal/people-imports/extras', {
    summary: 'Tags, groups and consents of people, by name',
    callers: ['service'],
    permission: null,
    body: z.object({ user_ids: z.array(id('usr')).min(1).max(maxImportRows) }),
    returns: z.object({
      people: z.array(
        z.object({
          user_id: id('usr'),
          tags: z.array(z.string()),
          groups: z.array(z.string()),
          subscribed_at: z.string().nullable(),
          consent_version: z.string().nullable(),
        }),
      ),
    }),
  }),
  /** The custom fields that take new values, so that columns find them by their labels. */
  fields: I('POST /internal/people-imports/fields', {
    summary: 'The custom fields that a file may have values for',
    callers: ['service'],
    permission: null,
    body: z.object({}),
    returns: z.object({ fields: z.array(z.object({ name: z.string(), label: z.string() })) }),
  }),
  /** Forgets what a dry run has kept. */
  end: I('POST /internal/people-imports/end', {
    summary: 'Forget the decisions of a dry run',
    callers: ['service'],
    permission: null,
    body: z.object({ import_id: id('imp') }),
    returns: z.object({ id: id('imp') }),
  }),
})
