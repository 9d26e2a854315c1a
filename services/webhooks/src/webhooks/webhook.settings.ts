// What a school may give for a subscription, field by field: the same where it is made, changed and shown.
import { listBounds, text } from '@lms/contract'
import { z } from 'zod'
import { Credential, Headers } from './own-headers.ts'

export const url = () => text(2048, 1).describe('https address that takes the POSTs.')
export const mostMasks = 100
export const masks = () =>
  z
    .array(text(100, 1))
    .min(1)
    .max(mostMasks)
    .describe('Event names, groups (`order.*`), or `*` for everything.')
export const description = () => text(500)
export const secret = () =>
  text(256, 16)
    .refine(
      isDecodable,
      'a secret that begins with whsec_ goes on with base64 of 16 to 64 bytes, and nothing else',
    )
    .describe(
      'Its UTF-8 bytes are the key of the signatures; of one that is whsec_ and base64, the bytes decoded.',
    )

const isDecodable = (given: string) => {
  if (!given.startsWith('whsec_')) return true
  const coded = given.slice('whsec_'.length)
  const bytes = Buffer.from(coded, 'base64')
  return bytes.length >= 16 && bytes.length <= 64 && bytes.toString('base64') === coded
}

export const maxParallel = () =>
  z
    .int()
    .min(1)
    .max(100)
    .describe('Sends at a time at most; where it is null, or larger, as many as the platform allows: 8.')
export const maxPerSecond = () =>
  z
    .int()
    .min(1)
    .max(10_000)
    .describe('Sends in a second at most; what is more waits its turn. null: as fast as it answers.')

const headers = () =>
  Headers.describe(
    'Sent with each delivery, encrypted at rest and never shown again. Another origin in url drops those of before.',
  )
const credential = () =>
  Credential.describe(
    'Sent as Authorization, encrypted at rest and never shown again. Another origin in url drops it.',
  )

/** A filter as JSON, in bytes at most. */
export const mostFilterBytes = 4096

export const fields = () =>
  z
    .array(text(200, 1))
    .min(1)
    .max(listBounds.fields)
    .describe(
      'Which fields of data.object (and data.previous) are sent, named as in `fields` of a list: `["status", "items.offer_id"]`. `id` always comes, so `["id"]` is a thin event. The signature is over what is sent. null: all of them.',
    )
    .meta({ examples: [['status', 'amount']] })
const isBounded = (given: Record<string, string>) =>
  Object.keys(given).length <= listBounds.filters &&
  Buffer.byteLength(JSON.stringify(given)) <= mostFilterBytes
export const filter = () =>
  z
    .record(text(200, 1), text(mostFilterBytes, 1))
    .refine(
      isBounded,
      `has at most ${listBounds.filters} conditions and ${mostFilterBytes / 1024} KB altogether`,
    )
    .describe(
      'Which of its events are sent: conditions on fields of data.object, and on `related.…`, as a list is filtered: `{"status": "paid,refunded", "amount[gte]": "10000"}`. All of them hold; through lists one item is enough; an event without the field is not sent. What is not sent makes no delivery, and its `sequence` is missing among those that arrive.',
    )
    .meta({ examples: [{ status: 'paid' }], 'x-max-bytes': mostFilterBytes })

export const ordered = () =>
  z
    .boolean()
    .describe(
      'Events of one object are sent one after the other: a later one waits until the earlier ones have arrived or failed for the last time, which takes a day and a half where the receiver refuses one. Events of other objects do not wait. Switched on, it holds for what comes from then on; a manual retry waits for nothing. It costs throughput: of one object an event goes when the answer to the one before is logged.',
    )

/** What both bodies take besides url and events: null where there shall be none. */
export const besides = {
  description: description().nullish(),
  headers: headers().nullish(),
  credential: credential().nullish(),
  max_parallel: maxParallel().nullish(),
  max_per_second: maxPerSecond().nullish(),
  fields: fields().nullish(),
  filter: filter().nullish(),
  ordered: ordered().optional(),
}
