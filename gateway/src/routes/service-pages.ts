// The pages that services write: public path → service and bounds.
import { type Id, isId } from '@lms/contract'
import { unsubscribing, unsubscribingRefusals } from '@lms/crm/contract'
import { achievementRefusals, certificateRefusals } from '@lms/learning/contract'
import {
  consentInternalApi,
  consentPageRefusals,
  emailInternalApi,
  emailPageRefusals,
} from '@lms/users/contract'
import { buyingPage } from '../pages/buying.ts'
import { formVisit } from '../pages/form-visit.ts'
import { giftPage, isGiftCode } from '../pages/gift.ts'
import { payingPage } from '../pages/paying.ts'
import { registeringPage } from '../pages/registering.ts'
import { roomPage } from '../pages/room.ts'
import { afterSending, servicePage } from '../pages/service-page.ts'
import { readFields } from '../public/form.ts'
import { type PublicRoute, scopeOf, type Visit } from '../public/route.ts'
import { achievementsOf, checksOf, domainOf, limitChecks, unlisted } from '../public/well-known.ts'

export const isToken = (value: string): boolean => /^[\w.-]{1,200}$/.test(value)

const emails = (visit: Visit) =>
  visit.parts.ask('users', { emailInternalApi }, scopeOf(visit)).emailInternalApi
const consents = (visit: Visit) =>
  visit.parts.ask('users', { consentInternalApi }, scopeOf(visit)).consentInternalApi
const unsubscribes = (visit: Visit) => visit.parts.ask('crm', { unsubscribing }, scopeOf(visit)).unsubscribing
/** Tokens of unsubscribing links have fewer characters. */
const tokenOf = ({ parameter }: Visit) => parameter.slice(0, 100)

/** A choice of fifty topics. */
const choiceBounds = { bytes: 16 * 1024, fields: 60, characters: 500 }

/** What the form of the page says; mail programs may post in another form, and say the same each time. */
const choiceOf = async (visit: Visit): Promise<Record<string, string>> => {
  const type = visit.exchange.request.headers['content-type'] ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return {}
  return Object.fromEntries(await readFields(visit, choiceBounds))
}

export const servicePages: readonly PublicRoute[] = [
  {
    path: '/email-confirmations/{token}',
    methods: ['GET', 'POST'],
    parameter: isToken,
    ...servicePage({
      missing: 'This link is no longer valid. Change the e-mail again to get another link.',
      forPrograms: true,
      show: (visit, body) => emails(visit).ask({ body }),
      send: (visit, facts) => emails(visit).confirm({ body: { ...facts, token: visit.parameter } }),
      refusals: emailPageRefusals,
      leadsOn: afterSending,
    }),
  },
  {
    path: '/consent-confirmations/{token}',
    methods: ['GET', 'POST'],
    parameter: isToken,
    ...servicePage({
      missing: 'This link is no longer valid. Fill in the form again to get another link.',
      forPrograms: true,
      show: (visit, facts) => consents(visit).ask({ body: { ...facts, token: visit.parameter } }),
      send: (visit, facts) => consents(visit).confirm({ body: { ...facts, token: visit.parameter } }),
      refusals: consentPageRefusals,
      leadsOn: afterSending,
    }),
  },
  {
    // Only POST unsubscribes, because mail scanners open every link; mail programs send it with one click (RFC 8058).
    path: '/unsubscribe/{token}',
    methods: ['GET', 'POST'],
    parameter: isToken,
    ...servicePage({
      missing: 'This link is not valid.',
      forPrograms: true,
      show: (visit, facts) => unsubscribes(visit).show({ body: { ...facts, token: tokenOf(visit) } }),
      send: async (visit, facts) => {
        const fields = await choiceOf(visit)
        return unsubscribes(visit).unsubscribe({ body: { ...facts, token: tokenOf(visit), fields } })
      },
      refusals: unsubscribingRefusals,
      leadsOn: afterSending,
    }),
  },
  {
    path: '/certificates/{number}',
    methods: ['GET'],
    parameter: value => /^[\w-]{1,60}$/.test(value),
    ...servicePage({
      missing: 'This school has no certificate with this number.',
      forPrograms: true,
      limit: limitChecks,
      headers: unlisted,
      show: (visit, facts) =>
        checksOf(visit).show({ body: { ...facts, number: visit.parameter, domain: domainOf(visit) } }),
      refusals: certificateRefusals,
    }),
  },
  {
    // The address by which credentials name what they are for.
    path: '/courses/{course_id}',
    methods: ['GET'],
    parameter: value => isId('crs', value),
    besidePages: true,
    ...servicePage({
      missing: 'This school issues no certificate for a course with this id.',
      forPrograms: 'application/ld+json',
      limit: limitChecks,
      headers: { vary: 'accept', 'access-control-allow-origin': '*' },
      show: (visit, facts) =>
        achievementsOf(visit).show({ body: { ...facts, course_id: visit.parameter as Id<'crs'> } }),
      refusals: achievementRefusals,
    }),
  },
  {
    path: '/buy/{offer_id}',
    methods: ['GET', 'POST'],
    parameter: value => isId('off', value),
    ...buyingPage,
  },
  { path: '/gifts/{code}', methods: ['GET', 'POST'], parameter: isGiftCode, ...giftPage },
  { path: '/pay/{token}', methods: ['GET', 'POST'], parameter: isToken, ...payingPage },
  {
    path: '/webinars/{webinar_id}',
    methods: ['GET', 'POST'],
    parameter: value => isId('wbn', value),
    ...registeringPage,
  },
  { path: '/rooms/{token}', methods: ['GET', 'POST'], parameter: isToken, ...roomPage },
  {
    path: '/forms/{form_id}',
    methods: ['GET', 'POST'],
    parameter: value => isId('frm', value),
    ...formVisit,
  },
]
