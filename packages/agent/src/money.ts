// How much money a proposed call moves.
import type { ToolMatch } from './catalog.ts'
import type { Seen } from './objects.ts'

export interface Amount {
  /** In the smallest unit of its currency. */
  readonly amount: number
  /** Null if the call names none: the school's own, or that of an object it makes. */
  readonly currency: string | null
}

const names = ['amount', 'total_amount', 'total', 'price', 'amount_off']

/**
 * The largest amount that the dry run tells or the body names; else, of what leaves the school, that of an object of its
 * path: a refund without an amount is of the whole payment. Null without any.
 */
export function amountOf(
  { tool, params }: ToolMatch,
  body: string | null,
  { seen, dryRun }: { seen: readonly Seen[]; dryRun: string | null },
): Amount | null {
  const statedAmounts = [...amountsIn(parsed(dryRun)), ...amountsIn(parsed(body))]
  if (statedAmounts.length) return largest(statedAmounts)
  if (tool.use !== 'outward') return null
  const inPath = new Set(Object.values(params))
  const seenAmounts = seen.filter(({ id }) => inPath.has(id)).flatMap(({ fields }) => amountsIn(fields))
  return seenAmounts.length ? largest(seenAmounts) : null
}

const largest = (amounts: readonly Amount[]) =>
  amounts.reduce((most, each) => (each.amount > most.amount ? each : most))

function amountsIn(value: unknown): Amount[] {
  if (Array.isArray(value)) return value.flatMap(amountsIn)
  if (typeof value !== 'object' || value === null) return []
  const fields = value as Record<string, unknown>
  const currency = typeof fields.currency === 'string' ? fields.currency : null
  const own = names.flatMap(name => {
    const amount = fields[name]
    return typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 0
      ? [{ amount, currency }]
      : []
  })
  return [...own, ...Object.values(fields).flatMap(amountsIn)]
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    // A long dry run is kept cut.
    return null
  }
}
