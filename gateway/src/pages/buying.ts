// {site_url}/buy/{offer_id}: a visitor buys an offer of the school. The form makes the order, and leads on to the page on
// which it is paid.
import { buying, buyingRefusals, explainedPurchases } from '@lms/commerce/contract'
import { type FormVisit, formatTime, type Id } from '@lms/contract'
import { scopeOf, type Visit } from '../public/route.ts'
import { limitSubmissions, orderRate } from '../public/submission-rate.ts'
import { formPage, parametersOf } from './form-page.ts'
import { servicePage } from './service-page.ts'
import { untilDone } from './until-done.ts'

const clientOf = (visit: Visit) => visit.parts.ask('commerce', { buying }, scopeOf(visit)).buying
const offerOf = ({ parameter }: Visit) => ({ offer_id: parameter as Id<'off'> })

export const buyingPage = servicePage({
  missing: 'This school has no offer with this address.',
  headers: { 'x-robots-tag': 'noindex' },
  begins: true,
  refusals: buyingRefusals,
  limit(visit) {
    if (visit.exchange.request.method === 'GET') limitCodes(visit, parametersOf(visit))
  },
  ...formPage({
    rate: ['buy', orderRate],
    // Browsers fill the form in at once.
    fastestMs: 0,
    limit: limitCodes,
    explained: explainedPurchases,
    show: (visit, facts) => clientOf(visit).show({ body: { ...facts, ...offerOf(visit) } }),
    send: async (visit, fields, keyOf) => {
      const body = { ...offerOf(visit), fields, ...sourceOf(visit) }
      const { payment_path } = await untilDone(() =>
        clientOf(visit).buy({ body, idempotencyKey: keyOf(body) }),
      )
      return { location: payment_path }
    },
  }),
})

/** The page says whether a code is valid: a program would try one after the other. */
function limitCodes(visit: Visit, { promo_code }: FormVisit['fields']): void {
  if (promo_code?.trim()) limitSubmissions(visit, 'promo-code', orderRate)
}

/** Where the visitor came from. */
function sourceOf({ parts, exchange: { request }, school: { school_id } }: Visit) {
  const { visits, partners } = parts.cookies
  const { utm, referrer = '' } = visits.read(request, school_id) ?? {}
  const clicks = partners.read(request, school_id)
  return {
    referrer,
    partner_clicks: clicks.map(({ code, at }) => ({ code, at: formatTime(new Date(at)) })),
    utm: { source: '', medium: '', campaign: '', term: '', content: '', ...utm },
  }
}
