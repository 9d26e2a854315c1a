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

/** An address to which the school may not write. */
export const UnwantedAddress = z.object({
  user_id: id('usr'),
  email: z.string().max(254),
  status: oneOf(['unsubscribed', 'bounced']),
})
