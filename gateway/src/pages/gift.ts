// {site_url}/gifts/{code}: a gift is shown, printed and redeemed. The code is the only credential.
import { explainedRedemptions, giftPageRefusals, giftPages } from '@lms/commerce/contract'
import { scopeOf, type Visit } from '../public/route.ts'
import { limitSubmissions, orderRate } from '../public/submission-rate.ts'
import { formPage } from './form-page.ts'
import { servicePage } from './service-page.ts'
import { untilDone } from './until-done.ts'

const clientOf = (visit: Visit) => visit.parts.ask('commerce', { giftPages }, scopeOf(visit)).giftPages

/** Letters and digits of a code, with hyphens. */
export const isGiftCode = (value: string): boolean => /^[A-Za-z0-9-]{16,40}$/.test(value)

export const giftPage = servicePage({
  missing: 'This school has no gift with this code.',
  headers: { 'x-robots-tag': 'noindex' },
  refusals: giftPageRefusals,
  // A program would try one code after the other.
  limit: visit => limitSubmissions(visit, 'gift-code', orderRate),
  ...formPage({
    rate: ['gifts', orderRate],
    // Browsers fill the form in at once.
    fastestMs: 0,
    explained: explainedRedemptions,
    show: (visit, facts) => clientOf(visit).show({ body: { ...facts, code: visit.parameter } }),
    send: async (visit, fields, keyOf) => {
      const body = { code: visit.parameter, fields }
      const { payment_path } = await untilDone(() =>
        clientOf(visit).redeem({ body, idempotencyKey: keyOf(body) }),
      )
      return { location: payment_path }
    },
  }),
})
