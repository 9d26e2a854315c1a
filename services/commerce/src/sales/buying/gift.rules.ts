// What a gift that is bought on the page of an offer says of its receiver: pure decisions.
import { common, formatTime, Refused } from '@lms/contract'
import { Temporal } from 'temporal-polyfill'
import type { GiftDelivery } from '../order-model/gift-delivery.ts'
import type { Purchase } from './buying.contract.ts'

/** Days ahead for which a gift can be sent at most. */
const horizonDays = 365
/** The hour of the school's zone in which a gift is sent that has a day. */
const hour = 8

type Gift = Pick<Purchase, 'as_gift' | 'quantity' | 'gift_email' | 'gift_message' | 'gift_day'>

/**
 * How a gift is delivered; null of what is no gift. Refuses with invalid_body, and the field in the details: several gifts
 * for one receiver, a free one (strangers would be written to for nothing), a day without a receiver, and one that is
 * over or more than a year away.
 */
export function deliveryOf(
  { as_gift, quantity, gift_email: email, gift_message: message, gift_day: day }: Gift,
  { amount, time_zone, now }: { amount: number; time_zone: string; now: string },
): GiftDelivery | null {
  if (!as_gift) return null
  if (email !== null && (quantity > 1 || amount === 0)) wrong('gift_email', 'takes one gift that is paid for')
  if (day !== null && email === null) wrong('gift_day', 'needs a receiver')
  if (day === null) return { email, message, send_at: null }
  const at = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: time_zone, plainTime: { hour } })
  const today = Temporal.Instant.fromEpochMilliseconds(Date.parse(now))
    .toZonedDateTimeISO(time_zone)
    .toPlainDate()
  const ahead = today.until(at.toPlainDate()).days
  if (ahead < 0 || ahead > horizonDays) wrong('gift_day', 'must be within the next year')
  const send_at = formatTime(new Date(at.epochMilliseconds))
  return { email, message, send_at: send_at <= now ? null : send_at }
}

function wrong(path: string, message: string): never {
  throw new Refused(common.invalid_body, undefined, { details: [{ path, message }] })
}
