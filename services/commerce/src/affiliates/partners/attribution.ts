// Which partner an order belongs to. The site remembers the codes of partners' links and sends them with the checkout.
// Each counts for `cookie_days`. With the rule `last` a later code replaces an earlier one, with `first` the earlier one
// stays; a code of no active partner takes the place of none. Orders of the partner's own belong to nobody.
import { type Id, Refused } from '@lms/contract'
import type { Stores } from '../../builder.ts'
import { refusals } from '../../sales/order-model/partner-code.ts'
import { type Click, countingClick, stillCounts } from './partner.rules.ts'

/** The click of a checkout after the site has sent a code; null takes the partner off. */
export async function clicked(
  previous: Click | null,
  code: string | null,
  now: string,
  stores: Pick<Stores, 'partners' | 'settings'>,
): Promise<Click | null> {
  if (code === null) return null
  return countingOf([...(previous ? [previous] : []), { code, at: now }], stores)
}

/** The click that counts, of all that the site remembers, the oldest first: on a link of a partner, if there is one. */
export async function countingOf(
  clicks: readonly Click[],
  { partners, settings }: Pick<Stores, 'partners' | 'settings'>,
): Promise<Click | null> {
  if (clicks.length === 0) return null
  const [active, { partners: rule }] = await Promise.all([
    partners.activeAmong(clicks.map(({ code }) => code)),
    settings.get(),
  ])
  const activeClicks = clicks.filter(({ code }) => active.has(code))
  const counting = activeClicks.length ? activeClicks : clicks
  return counting.reduce<Click | null>((before, click) => countingClick(before, click, rule), null)
}

/**
 * The partner of a click, for a buyer; null if the click is too old, or there is no such active partner. A broken link
 * must not keep anybody from buying.
 */
export async function attribute(
  click: Click | null,
  userId: string,
  now: string,
  { partners, settings }: Stores,
): Promise<Id<'prt'> | null> {
  if (click === null) return null
  const [partner, terms] = await Promise.all([partners.byCode(click.code), settings.get()])
  if (!partner || partner.user_id === userId) return null
  return stillCounts(click, now, terms.partners.cookie_days) ? partner.id : null
}

/** The partner that the school names for an order; refuses an unknown code, and the buyer's own. */
export async function partnerByCode(
  code: string | null,
  userId: string,
  { partners }: Stores,
): Promise<Id<'prt'> | null> {
  if (code === null) return null
  const partner = await partners.byCode(code)
  if (!partner) throw unknown(code)
  if (partner.user_id === userId) throw new Refused(refusals.partner_own_order)
  return partner.id
}

/** Keeps the named partner for an order that is made now; refuses one who was deleted meanwhile. */
export async function holdPartner(
  id: Id<'prt'> | null,
  code: string | null,
  { partners }: Stores,
): Promise<void> {
  if (id !== null && !(await partners.keep(id))) throw unknown(code)
}

const unknown = (code: string | null) =>
  new Refused(refusals.partner_unknown, undefined, {
    details: [{ path: 'body.partner_code', message: `this school has no active partner ${code}` }],
  })
