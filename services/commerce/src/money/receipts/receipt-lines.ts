// The lines of receipts: pure functions. Money is divided in proportion; the lines of all receipts of an order together
// are its items, to the last unit.

import type { Order } from '../../objects/order.object.ts'
import type { ReceiptLine } from '../../objects/receipt.object.ts'
import { includedTax, share, sumOf } from '../amounts/money.ts'
import type { NewLine } from './receipt.contract.ts'

/** The name of a line for money that no item takes: an order was paid twice. */
export const overpayment = 'Overpayment'

/** The lines of the whole order: each item with its discount and tax; their sum is the amount of the order. */
export function linesOfOrder({ items, taxes }: Pick<Order, 'items' | 'taxes'>): ReceiptLine[] {
  return items.map(({ name, quantity, amount, discount_amount, tax }) => {
    const matchingTax = taxes.find(
      each => each.basis_points === tax?.basis_points && each.included === tax.included,
    )
    const { basis_points = 0, included = true } = tax ?? {}
    return {
      name,
      quantity,
      amount: amount - discount_amount + (tax && !included ? tax.amount : 0),
      tax: tax && { name: matchingTax?.name ?? '', basis_points, amount: tax.amount },
    }
  })
}

/**
 * The part of the lines that an amount pays, or gives back, after `earlier` amounts had theirs. Each takes a share of
 * what the earlier ones have left, so the last one takes the rest.
 */
export function partOfLines(
  lines: readonly ReceiptLine[],
  earlier: readonly number[],
  amount: number,
): ReceiptLine[] {
  const rest = earlier.reduce((rest, each) => without(rest, takeFromLines(rest, each)), lines)
  const part = takeFromLines(rest, amount).filter(line => line.amount > 0)
  const excess = amount - sumOfLines(part)
  return excess > 0 ? [...part, { name: overpayment, quantity: 1, amount: excess, tax: null }] : part
}

/** Each line's part of an amount, at most the line. */
function takeFromLines(lines: readonly ReceiptLine[], amount: number): ReceiptLine[] {
  const total = sumOfLines(lines)
  const shares =
    total === 0
      ? lines.map(() => 0)
      : share(
          Math.min(amount, total),
          lines.map(line => line.amount),
        )
  return lines.map((line, index) => {
    const part = shares[index]!
    const tax = line.tax && { ...line.tax, amount: share(line.tax.amount, [part, line.amount - part])[0]! }
    return { ...line, amount: part, tax: part === 0 && tax ? { ...tax, amount: 0 } : tax }
  })
}

const without = (lines: readonly ReceiptLine[], part: readonly ReceiptLine[]): ReceiptLine[] =>
  lines.map((line, index) => ({
    ...line,
    amount: line.amount - part[index]!.amount,
    tax: line.tax && { ...line.tax, amount: line.tax.amount - part[index]!.tax!.amount },
  }))

/** The lines of a correction, with their taxes. */
export const correctedLines = (lines: readonly NewLine[]): ReceiptLine[] =>
  lines.map(({ tax, ...line }) => ({
    ...line,
    tax: tax && { ...tax, amount: includedTax(line.amount, tax.basis_points) },
  }))

export const sumOfLines = (lines: readonly ReceiptLine[]): number => sumOf(lines.map(({ amount }) => amount))
export const taxOfLines = (lines: readonly ReceiptLine[]): number =>
  sumOf(lines.map(({ tax }) => tax?.amount ?? 0))

/** The sums of the taxes by name and rate, in the order of their first lines. */
export function taxesOfLines(
  lines: readonly ReceiptLine[],
): { name: string; basis_points: number; amount: number }[] {
  const taxes = lines.flatMap(({ tax }) => (tax ? [tax] : []))
  const groups = Map.groupBy(taxes, ({ name, basis_points }) => `${basis_points} ${name}`)
  return [...groups.values()].map(group => ({
    ...group[0]!,
    amount: sumOf(group.map(({ amount }) => amount)),
  }))
}
