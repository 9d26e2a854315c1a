// Decimal numbers without rounding: a whole number and its places after the point.
import { z } from 'zod'

const form = /^-?\d{1,20}(\.\d{1,10})?$/

/** A number of a question's key, as a text: `12.5`. */
export const decimal = () =>
  z
    .string()
    .max(32)
    .regex(form, 'must be a number with a point: 12.5')
    .meta({ examples: ['12.5'] })

export interface Decimal {
  units: bigint
  places: number
}

/** What a person wrote as a number, with a comma or a point; null if it is none. */
export function readDecimal(written: string): Decimal | null {
  const plain = written
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/^[\u2212\u2013]/, '-')
    .replace(/^\+/, '')
    .replace(',', '.')
  if (!form.test(plain)) return null
  const [whole, part = ''] = plain.split('.') as [string, string?]
  return { units: BigInt(whole + part), places: part.length }
}

/** Whether `answer` is at most the tolerance away from `right`. */
export function isNear(
  answer: Decimal,
  right: Decimal,
  tolerance: { kind: 'absolute' | 'percent'; by: Decimal } | null,
): boolean {
  const off = absolute(minus(answer, right))
  if (!tolerance) return off.units === 0n
  const by = { units: absolute(tolerance.by).units, places: tolerance.by.places }
  if (tolerance.kind === 'absolute') return minus(off, by).units <= 0n
  // A percent is a product with two places more.
  const share = { units: absolute(right).units * by.units, places: right.places + by.places + 2 }
  return minus(off, share).units <= 0n
}

function minus(one: Decimal, other: Decimal): Decimal {
  const places = Math.max(one.places, other.places)
  const scaled = ({ units, places: own }: Decimal) => units * 10n ** BigInt(places - own)
  return { units: scaled(one) - scaled(other), places }
}

const absolute = ({ units, places }: Decimal): Decimal => ({ units: units < 0n ? -units : units, places })
