import { newId, type RefusalDetail, Refused } from '@lms/contract'
import { objectTable, type RowIn, storeOf } from '@lms/service-host'
import { type NewTaxRate, refusals, TaxRate, taxRates } from './tax-rate.contract.ts'

const rates = objectTable('commerce.tax_rates', TaxRate, {
  list: taxRates.list,
  unique: [{ of: ['country', 'kind'], refusal: refusals.tax_rate_repeated }],
})
export type TaxRateRow = RowIn<typeof rates>

/** A school has one rate for each country and kind. */
const placeOf = ({ country, kind }: Pick<TaxRate, 'country' | 'kind'>) => `${country} ${kind}`

export class TaxRateStore extends storeOf(rates) {
  /** Whether the school has rates of several countries. */
  async differ(): Promise<boolean> {
    const { rows } = await this.work.read(
      `select min(country) < max(country) from "commerce"."tax_rates" where school_id = $1`,
      [this.work.school],
    )
    return rows[0]![0] === 't'
  }

  /** Replaces the table: a rate of the same country and kind is changed, and keeps its id. */
  async replace(newRates: readonly NewTaxRate[]): Promise<TaxRateRow[]> {
    refuseRepeated(newRates)
    const present = await this.lockEvery()
    const keys = new Set(newRates.map(placeOf))
    for (const rate of present) if (!keys.has(placeOf(rate))) this.remove(rate)
    const byPlace = new Map(present.map(rate => [placeOf(rate), rate]))
    return newRates.map(rate => {
      const before = byPlace.get(placeOf(rate))
      return before ? this.save(before, rate) : this.insert({ ...this.fresh(newId('tax')), ...rate })
    })
  }
}

function refuseRepeated(newRates: readonly NewTaxRate[]): void {
  const seen = new Set<string>()
  const details = newRates.flatMap((rate, index): RefusalDetail[] => {
    const key = placeOf(rate)
    if (!seen.has(key)) return seen.add(key) && []
    return [{ path: `body.rates.${index}`, message: `another rate has ${key}` }]
  })
  if (details.length)
    throw new Refused(refusals.tax_rate_repeated, undefined, { details: details.slice(0, 50) })
}
