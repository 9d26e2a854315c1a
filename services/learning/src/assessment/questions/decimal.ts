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
  decimals: number
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
  const [integer, part = ''] = plain.split('.') as [string, string?]
  return { units: BigInt(integer + part), decimals: part.length }
}

/** Whether `answer` is at most the tolerance away from `right`. */
export function isNear(
  answer: Decimal,
  right: Decimal,
  tolerance: { kind: 'absolute' | 'percent'; by: Decimal } | null,
): boolean {
  const off = absolute(minus(answer, right))
  if (!tolerance) return off.units === 0n
  const by = { units: absolute(tolerance.by).units, decimals: tolerance.by.decimals }
  if (tolerance.kind === 'absolute') return minus(off, by).units <= 0n
  // A percent is a product with two places more.
  const share = { units: absolute(right).units * by.units, decimals: right.decimals + by.decimals + 2 }
  return minus(off, share).units <= 0n
}

function minus(one: Decimal, other: Decimal): Decimal {
  const decimals = Math.max(one.decimals, other.decimals)
  const scaled = ({ units, decimals: own }: Decimal) => units * 10n ** BigInt(decimals - own)
  return { units: scaled(one) - scaled(other), decimals }
}

const absolute = ({ units, decimals }: Decimal): Decimal => ({ units: units < 0n ? -units : units, decimals })
