// {site_url}/webinars/{webinar_id}: a visitor registers for a session of a webinar.
import type { Id } from '@lms/contract'
import { explainedRegistrations, registering, registeringRefusals } from '@lms/webinars/contract'
import { scopeOf, type Visit } from '../public/route.ts'
import { orderRate } from '../public/submission-rate.ts'
import { formPage } from './form-page.ts'
import { servicePage } from './service-page.ts'

/** The address after a registration, where the page confirms. */
const registered = '?registered'

const clientOf = (visit: Visit) => visit.parts.ask('webinars', { registering }, scopeOf(visit)).registering

export const registeringPage = servicePage({
  missing: 'This school has no webinar with this address.',
  headers: { 'x-robots-tag': 'noindex' },
  begins: true,
  leadsOn: ({ exchange: { request } }) => Boolean(request.url?.endsWith(registered)),
  refusals: registeringRefusals,
  ...formPage({
    fastestMs: 2000,
    rate: ['webinars', orderRate],
    explained: explainedRegistrations,
    show: (visit, facts) =>
      clientOf(visit).show({ body: { ...facts, webinar_id: visit.parameter as Id<'wbn'> } }),
    send: async (visit, fields) => {
      await clientOf(visit).register({ body: { fields } })
      // Where the page confirms.
      return { location: visit.path + registered }
    },
  }),
})
