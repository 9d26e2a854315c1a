// The id of an event's delivery to a channel, computed from both, so that it is known before there is a row: a TypeID
// whose time is the event's entry, and whose random bits are the channel's number and the event's sequence.
import type { Id } from '@lms/contract'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const two32 = 2 ** 32
const two30 = 2 ** 30

/** The number of characters, of five bits each. */
function digits(value: number, many: number): string {
  let text = ''
  let rest = value
  for (let index = 0; index < many; index++) {
    text = alphabet[rest % 32]! + text
    rest = Math.floor(rest / 32)
  }
  return text
}

const readDigits = (text: string) => {
  let value = 0
  for (const digit of text) value = value * 32 + alphabet.indexOf(digit)
  return value
}

export interface DeliveryPlace {
  /** When the event was entered, in milliseconds. */
  enteredAt: number
  /** The number of the channel. */
  number: number
  /** The sequence of the event, below 2^44. */
  sequence: number
}

/**
 * UUIDv7 (RFC 9562): 48 bits of milliseconds, version 7, 12 bits (the sequence above its 32 lowest bits), variant 2, 30
 * bits of the channel's number, the 32 lowest bits of the sequence.
 */
export function deliveryIdOf({ enteredAt, number, sequence }: DeliveryPlace): Id<'dlv'> {
  const high = Math.floor(sequence / two32)
  const low = sequence % two32
  const middle = (7 * 2 ** 14 + high * 4 + 2) * 4 + Math.floor(number / 2 ** 28)
  const rest = (number % 2 ** 28) * 4 + Math.floor(low / two30)
  return `dlv_${digits(enteredAt, 10)}${digits(middle, 4)}${digits(rest, 6)}${digits(low % two30, 6)}` as Id<'dlv'>
}

/** The parts of a computed id; of another id they are meaningless. */
export function placeOfDelivery(id: string): DeliveryPlace {
  const [middle, rest, low] = [id.slice(14, 18), id.slice(18, 24), id.slice(24, 30)].map(readDigits)
  const high = Math.floor(middle! / 16) % 2 ** 12
  return {
    enteredAt: readDigits(id.slice(4, 14)),
    number: (middle! % 4) * 2 ** 28 + Math.floor(rest! / 4),
    sequence: high * two32 + (rest! % 4) * two30 + low!,
  }
}

/** The first attempt at an event has the id of its delivery, with the prefix of attempts. */
export const firstAttemptOf = (delivery: string): Id<'dat'> => `dat${delivery.slice(3)}` as Id<'dat'>
