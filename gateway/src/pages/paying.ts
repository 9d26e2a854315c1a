// {site_url}/pay/{token}: a person pays an order. The link is the only credential.
import { cardField, paymentPages, paymentRefusals } from '@lms/commerce/contract'
import { readForm } from '../public/form.ts'
import { scopeOf, type Visit } from '../public/route.ts'
import { limitBy } from '../public/submission-rate.ts'
import { servicePage } from './service-page.ts'

/**
 * At most ten attempts on a link in any hour, and five of them from one network: more is the testing of stolen cards. Other
 * links of a network are its other people's, as in an office; how many orders one makes is bounded where it orders.
 */
const attemptsOfLink = { rate: 1 / 3600, burst: 10 }
const attemptsOfNetwork = { rate: 1 / 3600, burst: 5 }

const clientOf = (visit: Visit) => visit.parts.ask('commerce', { paymentPages }, scopeOf(visit)).paymentPages

export const payingPage = servicePage({
  missing: 'This link is not valid.',
  refusals: paymentRefusals,
  show: (visit, facts) => {
    const url = visit.exchange.request.url!
    const from = { submitted: url.endsWith('?submitted'), returned: url.endsWith('?done') }
    return clientOf(visit).show({ body: { ...facts, token: visit.parameter, ...from } })
  },
  async send(visit, facts) {
    const { provider_id = '', amount: chosen = '', ...fields } = await readForm(visit)
    // Without a button, as by the Enter key of some browsers, what the link asks for.
    const amount = /^[0-9]{1,13}$/.test(chosen) ? Number(chosen) : null
    limitAttempts(visit)
    const body = { ...facts, token: visit.parameter, provider_id, fields }
    return Object.hasOwn(fields, cardField)
      ? clientOf(visit).saveCard({ body })
      : clientOf(visit).pay({ body: { ...body, amount } })
  },
})

function limitAttempts({ parts, school, exchange, parameter: token }: Visit): void {
  const limitKey = `pay ${school.school_id} ${token}`
  limitBy(parts, [
    [`${limitKey} ${exchange.network}`, attemptsOfNetwork],
    [limitKey, attemptsOfLink],
  ])
}
