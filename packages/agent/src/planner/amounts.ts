// Amounts that a question limits a list to: `over 200 euros`, `от 1000 до 3000 рублей`.
import { decimalsOf } from '@lms/contract/language'
import type { Words } from './tokens.ts'
import { both } from './tokens.ts'
import { amountEnds, amountLimits, amountRanges, currencies, thousands } from './words/amounts.ts'
import { fillers } from './words/intents.ts'

type Limit = 'gt' | 'gte' | 'lt' | 'lte' | 'is'

export interface AmountMatch {
  /** Filters of a list, in the smallest unit of the currency; empty where only a currency is named. */
  readonly filters: Readonly<Record<string, string>>
}

interface Money {
  readonly at: number
  readonly length: number
  readonly value: number
  readonly currency: string | null
}

/**
 * The amounts and the currency of a question, with their words taken; null without any, `unclear` where the currency is
 * not known, or where there are more amounts than a list can be limited to.
 */
export function takeAmounts(words: Words, ofSchool: string | null): AmountMatch | 'unclear' | null {
  const range = takeRange(words)
  const limits = range ?? takeLimits(words)
  const [first] = limits
  if (!first) {
    const alone = takeCurrency(words)
    return alone === null ? null : { filters: { currency: alone } }
  }
  const currency = limits.map(each => each.money.currency).find(code => code !== null) ?? ofSchool
  if (currency === null || limits.length > 2) return 'unclear'
  const unit = 10 ** decimalsOf(currency)
  const filters: Record<string, string> = { currency }
  for (const { limit, money } of limits) {
    const name = limit === 'is' ? 'amount' : `amount[${limit}]`
    if (name in filters || (money.currency !== null && money.currency !== currency)) return 'unclear'
    filters[name] = String(Math.round(money.value * unit))
  }
  return { filters }
}

type Limited = { readonly limit: Limit; readonly money: Money }

/** `between 100 and 200 euros`, `от 100 до 200 евро`, `100–200 €` */
function takeRange(words: Words): Limited[] | null {
  for (let at = 0; at < words.words.length; at++) {
    const low = moneyAt(words, at)
    if (!low) continue
    const link = words.lengthFrom(low.at + low.length, amountRanges.between)
    const high = link ? moneyAt(words, low.at + low.length + link) : null
    const begin = words.lengthBefore(low.at, amountRanges.before)
    if (!high || (high.currency ?? low.currency) === null || low.value > high.value) continue
    words.takeSpan({ at: low.at - begin, length: begin + low.length + link + high.length })
    return [
      { limit: 'gte', money: low },
      { limit: 'lte', money: high },
    ]
  }
  return null
}

function takeLimits(words: Words): Limited[] {
  const limits: Limited[] = []
  for (let at = 0; at < words.words.length; at++) {
    const money = moneyAt(words, at)
    if (!money) continue
    const end = money.at + money.length
    const [before] = amountLimits
      .map(({ limit, phrases }) => ({ limit, length: words.lengthBefore(money.at, phrases) }))
      .filter(({ length }) => length > 0)
      .sort((one, other) => other.length - one.length)
    const behind = amountEnds.find(({ phrases }) => words.lengthFrom(end, phrases) > 0)
    const isPlainNumber = money.currency === null
    // `more than 5 orders` is no amount.
    if (isPlainNumber && (!before || before.limit === 'is' || !isEnd(words, end))) continue
    if (behind) words.takeSpan({ at: end, length: words.lengthFrom(end, behind.phrases) })
    if (before) words.takeSpan({ at: money.at - before.length, length: before.length })
    words.takeSpan(money)
    limits.push({ limit: behind?.limit ?? before?.limit ?? 'is', money })
  }
  return limits
}

const isEnd = (words: Words, at: number) =>
  at >= words.words.length || words.isTaken(at) || words.fitsAt(at, both(fillers))

/** A number with its currency, before or behind it. */
function moneyAt(words: Words, at: number): Money | null {
  const match = /^(\d{1,9}(?:\.\d{1,2})?)([kк]?)$/.exec(words.words[at] ?? '')
  if (!match || words.isTaken(at)) return null
  const isThousands = words.isFreeAt(at + 1, thousands)
  const behind = at + 1 + Number(isThousands)
  const value = Number(match[1]) * (match[2] || isThousands ? 1000 : 1)
  const currencyAt = (place: number) =>
    currencies.find(({ phrases }) => words.isFreeAt(place, phrases))?.code ?? null
  const after = currencyAt(behind)
  if (after) return { at, length: behind + 1 - at, value, currency: after }
  const before = currencyAt(at - 1)
  if (before) return { at: at - 1, length: behind - at + 1, value, currency: before }
  return { at, length: behind - at, value, currency: null }
}

/** A currency without an amount: `refunds in dollars`. */
function takeCurrency(words: Words): string | null {
  for (const { code, phrases } of currencies) if (words.take(phrases) !== null) return code
  return null
}
