import { bodiesOf, country, filtersBy, id, L, oneOf, refuse, resource, stamps, text, U } from '@lms/contract'
import { z } from 'zod'
import { itemKinds } from '../offers/offer.contract.ts'

export const TaxRate = z.object({
  id: id('tax'),
  country: country(),
  kind: oneOf(['any', ...itemKinds]).describe(
    'The kind of item that is taxed; any applies to kinds without a rate of their own.',
  ),
  name: text(100, 1)
    .meta({ examples: ['VAT'] })
    .describe('The name of the tax on orders and receipts, such as `VAT`.'),
  basis_points: z
    .int()
    .min(0)
    .max(10_000)
    .describe('The rate in hundredths of a percent: 1900 is 19 %.')
    .meta({ examples: [1900] }),
  included: z.boolean().describe('Whether prices include the tax, or the tax is added to them.'),
  ...stamps,
})
export type TaxRate = z.infer<typeof TaxRate>

/** Maximum rates of one school: two hundred and fifty countries with a rate for each kind. */
const maxRates = 1250

export const refusals = refuse({
  tax_rate_repeated: {
    status: 422,
    when: 'two rates have the same country and kind',
    message: 'A country can have only one rate for each kind. See details.',
  },
})

const rateBody = bodiesOf(TaxRate, { defaults: { kind: 'any', included: true } }).create
export type NewTaxRate = z.output<typeof rateBody>

export const taxRates = resource({
  list: L('GET /v1/tax-rates', {
    summary: 'List the tax rates by country and kind of item',
    permission: 'tax-rates:read',
    returns: TaxRate,
    list: {
      filters: filtersBy(TaxRate, ['country']),
      sorts: ['country', 'created_at'],
      defaultSort: 'country',
    },
  }),
  replace: U('PUT /v1/tax-rates', {
    summary: 'Replace all tax rates; rates that are not in the list are deleted',
    permission: 'tax-rates:write',
    body: z.strictObject({
      rates: z
        .array(rateBody)
        .max(maxRates)
        .describe('All tax rates of the school; a rate that is not in the list is removed.'),
    }),
    example: {
      rates: [
        { country: 'DE', name: 'VAT', basis_points: 1900 },
        { country: 'DE', kind: 'course', name: 'VAT, reduced', basis_points: 700 },
      ],
    },
    returns: z.object({ rates: z.array(TaxRate).describe('All tax rates of the school after the change.') }),
    refuses: [refusals.tax_rate_repeated],
  }),
})
