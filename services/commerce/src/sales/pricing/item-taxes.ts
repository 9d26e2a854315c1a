// The taxes of items. Pure.
import { Refused } from '@lms/contract'
import type { Content } from '../../catalog/offers/offer.contract.ts'
import type { Rate } from '../../catalog/offers/offer.store.ts'
import { addedTax, includedTax, sumOf } from '../../money/amounts/money.ts'
import { maxTaxes, type Order, type OrderItem } from '../../objects/order.object.ts'
import { refusals } from './basket.contract.ts'

/** The rate of an item. */
export type Tax = Omit<Rate, 'kind'>

/**
 * The tax rate of an item: that of the kind of its contents, or of `any` kind. A bundle of several kinds has one price
 * and is taxed at the highest of their rates, so that it never costs the school more tax than it has taken. `included`
 * is what the price says in place of the rate.
 */
export function taxFor(
  contents: readonly Pick<Content, 'kind'>[],
  rates: readonly Rate[],
  included: boolean | null,
): Tax | null {
  if (rates.length === 0) return null
  const kinds = contents.length ? new Set(contents.map(({ kind }) => kind)) : ['other' as const]
  const ofKind = (requiredKind: Rate['kind']) => rates.find(({ kind }) => kind === requiredKind)
  const matchingRates = [...kinds].flatMap(kind => ofKind(kind) ?? ofKind('any') ?? [])
  const [rate] = matchingRates.sort((one, other) => other.basis_points - one.basis_points)
  if (!rate) return null
  return { name: rate.name, basis_points: rate.basis_points, included: included ?? rate.included }
}

/** The tax on an amount, in it or to be added to it. */
export const taxAmount = (taxed: number, { basis_points, included }: Tax): OrderItem['tax'] => {
  const amount = included ? includedTax(taxed, basis_points) : addedTax(taxed, basis_points)
  return { basis_points, included, amount }
}

const keyOf = ({ basis_points, included }: Omit<Tax, 'name'>) => `${basis_points} ${included}`

type Sums = Pick<Order, 'taxes' | 'tax_added_amount' | 'tax_included_amount'>

/** The sums of the items' taxes, by rate and in all; `named` has the names, the first of a rate counts. */
export function taxSums(items: readonly OrderItem[], namedTaxes: readonly (Tax | null)[]): Sums {
  const taxes = new Map<string, Order['taxes'][number]>()
  items.forEach(({ tax }, index) => {
    if (!tax) return
    const sum = taxes.get(keyOf(tax))
    if (sum) sum.amount += tax.amount
    else taxes.set(keyOf(tax), { name: namedTaxes[index]!.name, ...tax })
  })
  if (taxes.size > maxTaxes) throw new Refused(refusals.taxes_too_many)
  const all = [...taxes.values()]
  const sum = (included: boolean) => sumOf(all.flatMap(tax => (tax.included === included ? tax.amount : [])))
  return { taxes: all, tax_added_amount: sum(false), tax_included_amount: sum(true) }
}

/** The rate of an order's item, with the name that the order's sums keep. */
export function taxOf({ taxes }: Pick<Order, 'taxes'>, { tax }: OrderItem): Tax | null {
  if (!tax) return null
  const { name } = taxes.find(sum => keyOf(sum) === keyOf(tax))!
  return { name, basis_points: tax.basis_points, included: tax.included }
}
