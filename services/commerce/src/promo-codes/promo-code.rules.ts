// Pure decisions about promo codes: no clock, database or request.
import { type RefusalDetail, Refused } from '@lms/contract'
import { type PromoCode, refusals } from './promo-code.contract.ts'

/** The fields of each kind, which the others do not have. */
const partsOf = {
  percent: ['percent_off'],
  amount: ['amount_off', 'currency'],
  gift: ['gift_offer_id'],
} as const satisfies Record<PromoCode['kind'], readonly (keyof PromoCode)[]>
const parts = Object.values(partsOf).flat()

type Given = Pick<PromoCode, 'kind' | (typeof parts)[number] | 'starts_at' | 'ends_at'>

/** Refuses a code whose fields do not match its kind, or that ends before it starts. */
export function checkFit(code: Given): void {
  const needed: readonly string[] = partsOf[code.kind]
  const details = parts.flatMap((part): RefusalDetail[] => {
    if (needed.includes(part) === (code[part] !== null)) return []
    const message = needed.includes(part)
      ? `the kind ${code.kind} needs it`
      : `the kind ${code.kind} does not take it`
    return [{ path: `body.${part}`, message }]
  })
  if (code.starts_at !== null && code.ends_at !== null && code.ends_at <= code.starts_at)
    details.push({ path: 'body.ends_at', message: 'must be after starts_at' })
  if (details.length) throw new Refused(refusals.promo_code_unfit, undefined, { details })
}

/** Refuses to delete a code that orders have used. */
export function checkUnused({ uses_count }: Pick<PromoCode, 'uses_count'>): void {
  if (uses_count > 0) throw new Refused(refusals.promo_code_used)
}
