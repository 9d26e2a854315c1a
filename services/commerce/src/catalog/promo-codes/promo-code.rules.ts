// Pure decisions about promo codes: no clock, database or request.
import { type RefusalDetail, Refused } from '@lms/contract'
import { type PromoCode, refusals } from './promo-code.contract.ts'

/** The field of each kind, which the others do not have. */
const partOf = {
  percent: 'percent',
  amount: 'amount_off',
  gift: 'gift_offer_id',
} as const satisfies Record<PromoCode['kind'], keyof PromoCode>
const parts = Object.values(partOf)

type FitFields = Pick<
  PromoCode,
  'kind' | (typeof parts)[number] | 'currency' | 'minimum_amount' | 'starts_at' | 'expires_at'
>

/** Refuses a code whose fields do not match its kind, or that ends before it starts. */
export function checkFit(code: FitFields): void {
  const needed = partOf[code.kind]
  const details = parts.flatMap((part): RefusalDetail[] => {
    if ((needed === part) === (code[part] !== null)) return []
    const message =
      needed === part ? `the kind ${code.kind} needs it` : `the kind ${code.kind} does not take it`
    return [{ path: `body.${part}`, message }]
  })
  const inCurrency = [code.minimum_amount, code.kind === 'amount' ? code.amount_off : null]
  if (code.currency === null && inCurrency.some(amount => amount !== null))
    details.push({ path: 'body.currency', message: 'an amount needs it' })
  if (code.starts_at !== null && code.expires_at !== null && code.expires_at <= code.starts_at)
    details.push({ path: 'body.expires_at', message: 'must be after starts_at' })
  if (details.length) throw new Refused(refusals.promo_code_invalid, undefined, { details })
}

/** Refuses to delete a code that orders have used. */
export function checkUnused({ uses_count }: Pick<PromoCode, 'uses_count'>): void {
  if (uses_count > 0) throw new Refused(refusals.promo_code_used)
}
