// Divides an amount among the offers of an order.

/** The part of an order's item that decides its share. */
export interface Shared {
  readonly offer_id: string
  readonly amount: number
  readonly discount_amount: number
  readonly tax: { readonly included: boolean; readonly amount: number } | null
}

/** The weight of each offer: what its items cost after the discount, with the tax that is added. */
function weightsOf(items: readonly Shared[]): [offerId: string, weight: bigint][] {
  const weights = new Map<string, bigint>()
  for (const { offer_id, amount, discount_amount, tax } of items) {
    const added = tax && !tax.included ? tax.amount : 0
    const weight = BigInt(Math.max(0, amount - discount_amount + added))
    weights.set(offer_id, (weights.get(offer_id) ?? 0n) + weight)
  }
  return [...weights]
}

/**
 * Shares of the amount, whole units that sum up to it: the part of an offer is the difference of two rounded cumulative
 * sums. A refund of the whole amount is divided exactly as the payment.
 */
export function splitByOffer(amount: number, items: readonly Shared[]): [offerId: string, amount: number][] {
  const weights = weightsOf(items)
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0n)
  let passed = 0n
  let distributed = 0n
  return weights.map(([offerId, weight], index) => {
    passed += weight
    const upTo = total > 0n ? (BigInt(amount) * passed) / total : index === 0 ? BigInt(amount) : distributed
    const part = upTo - distributed
    distributed = upTo
    return [offerId, Number(part)]
  })
}
