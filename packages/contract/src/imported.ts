// What a row of an imported table says besides its person: for the services that keep it.
import { z } from 'zod'
import { oneOf } from './field-types.ts'
import { id } from './ids.ts'

const time = z.string().nullable()

/** What a row says of the study of a course. */
export const ImportedStudy = z.object({
  row: z.int32().min(1),
  user_id: id('usr'),
  course_id: id('crs'),
  name: z.string().max(201).describe('That of the person, for a certificate.'),
  completed_at: time,
  percent: z.int().min(0).max(100).nullable(),
  certificate_number: z.string().max(40).nullable(),
  certificate_issued_at: time,
})

/** What a row says of something that was bought: an order of before, a running subscription, or both. */
export const ImportedSale = z.object({
  row: z.int32().min(1),
  user_id: id('usr'),
  offer_id: id('off'),
  number: z.string().max(200).nullable().describe('That of the order in the other program.'),
  amount: z.number().min(0).nullable().describe('In the currency itself, as 49.9.'),
  currency: z.string().max(60).nullable(),
  status: z.string().max(60).nullable(),
  refunded_amount: z.number().min(0).nullable(),
  ordered_at: time,
  paid_at: time,
  refunded_at: time,
  subscription: z
    .object({
      reference: z.string().max(200).describe('Its id at the provider that charges it.'),
      customer: z.string().max(200).nullable(),
      price: z.string().max(200).nullable(),
    })
    .nullable(),
})
export type ImportedSale = z.infer<typeof ImportedSale>

/** An address to which the school may not write. */
export const UnwantedAddress = z.object({
  user_id: id('usr'),
  email: z.string().max(254),
  status: oneOf(['unsubscribed', 'bounced']),
})
