// Links to the payment page of an order.
import { formatTime } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { type LinkClaims, tokenOf } from './link-token.ts'
import type { PaymentLink } from './page.contract.ts'
import { claimsFor, claimsOfOrder, dueBy, type Payable } from './page.rules.ts'

type At = Pick<Work, 'work' | 'runtime' | 'now'>

/** A link to pay an order, in whole or in part. */
export function linkTo(
  order: Payable,
  options: Parameters<typeof claimsFor>[1],
  siteUrl: string,
  { work, runtime, now }: At,
): PaymentLink {
  const claims = claimsFor(order, options, now)
  return {
    order_id: order.id,
    url: addressOf(claims, siteUrl, { work, runtime }),
    amount: dueBy(claims, order, now).amount,
    currency: order.currency,
    expires_at: formatTime(new Date(claims.expiresAt * 1000)),
  }
}

/** A link to the page of a paid order, on which a card is added for what is charged later. */
export function linkToCard(
  order: Payable,
  expires_at: string | undefined,
  siteUrl: string,
  ctx: At,
): PaymentLink {
  const claims = claimsOfOrder(order, expires_at, ctx.now)
  return {
    order_id: order.id,
    url: addressOf(claims, siteUrl, ctx),
    amount: 0,
    currency: order.currency,
    expires_at: formatTime(new Date(claims.expiresAt * 1000)),
  }
}

/** The address of a link's page. */
export const addressOf = (
  claims: LinkClaims,
  siteUrl: string,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): string => `${siteUrl}/pay/${tokenOf(claims, work.school, runtime.vault)}`

/** The path of the page of a new order, behind the address of the school: it is paid there, or there is nothing to pay. */
export const pathOf = (order: Payable, { now, ...ctx }: At): string =>
  addressOf(claimsOfOrder(order, undefined, now), '', ctx)
