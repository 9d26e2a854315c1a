// The subscriptions of rows as their provider knows them: each read once, at the same time, before anything is locked.
import type { ImportedSale } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { contextOf } from '../money/charges/charge.run.ts'
import type { Plan } from '../money/providers/adapter/plan.ts'
import { adapters } from '../money/providers/adapters.ts'
import type { ProviderRow } from '../money/providers/provider.store.ts'
import type { Warn } from './sale.rules.ts'

/** Milliseconds of a call. */
const deadline = 15_000

export interface FoundPlan {
  readonly plan: Plan & { readonly amount: number }
  readonly provider: ProviderRow
}

/** The plans by their ids at the provider; null for what no connection of the school knows. */
export async function readPlans(
  sales: readonly ImportedSale[],
  importId: string,
  { runtime }: Pick<Work, 'runtime'>,
  { providers }: Stores,
): Promise<Map<string, { plan: Plan; provider: ProviderRow } | null>> {
  const references = [...new Set(sales.flatMap(({ subscription }) => subscription?.reference ?? []))]
  if (references.length === 0) return new Map()
  const connections = (await providers.all()).filter(
    ({ kind, sealed }) => adapters[kind].plans && sealed !== null,
  )
  const read = async (reference: string) => {
    for (const provider of connections) {
      const signal = AbortSignal.timeout(deadline)
      const context = contextOf(provider, { key: `${importId} ${reference}`, signal, runtime })
      const plan = await adapters[provider.kind].plans!.read(reference, context)
      if (plan) return [reference, { plan, provider }] as const
    }
    return [reference, null] as const
  }
  return new Map(await Promise.all(references.map(read)))
}

/** The plan of a row, if it gives access now and is the one that the row means; null, with a warning, if not. */
export function adoptable(
  { customer, price, reference }: NonNullable<ImportedSale['subscription']>,
  found: { plan: Plan; provider: ProviderRow } | null,
  warn: Warn,
): FoundPlan | null {
  const [field, message] = problemOf({ customer, price }, found?.plan ?? null) ?? []
  if (field && message) warn(field, message.replace('%', reference))
  return field || !found ? null : (found as FoundPlan)
}

function problemOf(
  { customer, price }: { customer: string | null; price: string | null },
  plan: Plan | null,
): [string, string] | null {
  if (!plan)
    return [
      'stripe_subscription_id',
      'no connection of the school knows %: connect Stripe, and import the row again',
    ]
  if (plan.status === 'ended') return ['stripe_subscription_id', '% has ended: it is left out']
  if (plan.status === 'other') return ['stripe_subscription_id', '% is not running: it is left out']
  if (plan.amount === null) return ['stripe_subscription_id', '% has no fixed price: it is left out']
  if (customer !== null && customer !== plan.customer)
    return ['stripe_customer_id', '% is of another customer: it is left out']
  if (price !== null && price !== plan.price)
    return ['stripe_price_id', '% has another price: it is left out']
  return null
}
