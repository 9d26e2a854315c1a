// A school's settings of a subscription, field by field: the same when it is created, changed and shown.
import { listBounds, text } from '@lms/contract'
import { z } from 'zod'
import { Credential, Headers } from './own-headers.ts'

export const url = () => text(2048, 1).describe('The https address that receives the POSTs.')
export const maxMasks = 100
export const masks = () =>
  z
    .array(text(100, 1))
    .min(1)
    .max(maxMasks)
    .describe('Event types, groups (`order.*`), or `*` for everything.')
export const description = () => text(500)
export const secret = () =>
  text(256, 16)
    .refine(isDecodable, 'a secret that begins with whsec_ must continue with the base64 of 16 to 64 bytes')
    .describe(
      'The secret of the signatures, taken as it is: its text is the key of `X-LMS-Signature`. Of the form `whsec_` and base64, its decoded bytes are the key of `webhook-signature`; of another form its text.',
    )

const isDecodable = (value: string) => {
  if (!value.startsWith('whsec_')) return true
  const coded = value.slice('whsec_'.length)
  const bytes = Buffer.from(coded, 'base64')
  return bytes.length >= 16 && bytes.length <= 64 && bytes.toString('base64') === coded
}

export const maxParallel = () =>
  z
    .int()
    .min(1)
    .max(100)
    .describe(
      'The maximum number of sends at a time; null or a larger number: the maximum of the platform, 8.',
    )
export const maxPerSecond = () =>
  z
    .int()
    .min(1)
    .max(10_000)
    .describe('The maximum number of sends per second; others wait. null: as fast as the receiver answers.')

const headers = () =>
  Headers.describe(
    'Sent with each delivery; encrypted at rest and never shown again. A url with another origin drops them.',
  )
const credential = () =>
  Credential.describe(
    'Sent as Authorization; encrypted at rest and never shown again. A url with another origin drops it.',
  )

/** Maximum bytes of a filter as JSON. */
export const maxFilterBytes = 4096

export const fields = () =>
  z
    .array(text(200, 1))
    .min(1)
    .max(listBounds.fields)
    .describe(
      'The fields of data.object (and data.previous) that are sent, in the syntax of `fields` of a list: `["status", "items.offer_id"]`. `id` is always included, so `["id"]` is a thin event. The signature covers the sent body. null: all of them.',
    )
    .meta({ examples: [['status', 'amount']] })
const isBounded = (input: Record<string, string>) =>
  Object.keys(input).length <= listBounds.filters &&
  Buffer.byteLength(JSON.stringify(input)) <= maxFilterBytes
export const filter = () =>
  z
    .record(text(200, 1), text(maxFilterBytes, 1))
    .refine(
      isBounded,
      `may have at most ${listBounds.filters} conditions and ${maxFilterBytes / 1024} KB in all`,
    )
    .describe(
      'Conditions on the events that are sent, on fields of data.object and on `related.…`, in the syntax of list filters: `{"status": "paid,refunded", "amount[gte]": "10000"}`. An event must match all of them; in a list, one matching item is enough; an event without the field does not match. Events that do not match make no delivery, and leave gaps in `sequence`.',
    )
    .meta({ examples: [{ status: 'paid' }], 'x-max-bytes': maxFilterBytes })

export const ordered = () =>
  z
    .boolean()
    .describe(
      'Events of one object are sent one after the other: a later one waits until the earlier ones have arrived or failed for the last time, which may take a day and a half. Events of other objects do not wait. Switching it on affects later events only; manual retries do not wait. It costs throughput: the next event of an object goes when the answer to the one before is logged.',
    )

export const imported = () =>
  z
    .boolean()
    .describe(
      'Whether events of imports are sent, too (`data.imported`): one for each person, access and tag of a table. Otherwise an import is told by `system.import_finished` alone.',
    )

/** Fields of both bodies that no answer shows. */
export const sealed = { headers: headers().nullish(), credential: credential().nullish() }
