// Pages with a form. The gateway signs it, so that nobody sends it without having had the page for a moment, and bounds how
// often one network sends it.
import { createHash } from 'node:crypto'
import { ApiError, common, type FormVisit, Refused } from '@lms/contract'
import type { Rate } from '../limits/token-bucket.ts'
import { refuseForeign } from '../public/foreign-origin.ts'
import { isField, readForm } from '../public/form.ts'
import type { Visit } from '../public/route.ts'
import { limitSubmissions } from '../public/submission-rate.ts'
import type { Answer, Fragment, ServicePage } from './service-page.ts'

type Fields = FormVisit['fields']

interface FormPage {
  /** Of all pages of this kind together: a program would take one after the other. */
  readonly rate: readonly [name: string, rate: Rate]
  /** Nobody reads the page and fills in its form within so many milliseconds. */
  readonly fastestMs: number
  /** Bounds how often the page is shown for what a form says, without effect. */
  readonly limit?: (visit: Visit, fields: Fields) => void
  /** Reasons of refusals with which the page is shown again, and says what to do. */
  readonly explained: readonly string[]
  readonly show: (visit: Visit, body: FormVisit) => Promise<Fragment>
  /** Takes the form; gives where the visitor is led. One form, sent again, has the same key. */
  readonly send: (
    visit: Visit,
    fields: Fields,
    keyOf: (body: object) => string,
  ) => Promise<{ location: string }>
}

export function formPage({
  rate,
  fastestMs,
  limit,
  explained,
  show,
  send,
}: FormPage): Pick<ServicePage, 'show' | 'send'> {
  return {
    show: (visit, facts) =>
      show(visit, { ...facts, fields: parametersOf(visit), key: keyFor(visit), attempt: null }),

    async send(visit, facts): Promise<Answer> {
      refuseForeign(visit)
      const { website = '', key = '', ...fields } = await readForm(visit)
      // Only programs fill in a field that nobody sees. They are led back to the page, and nothing is done.
      if (website !== '') return { location: visit.path }
      const { parts, school, parameter } = visit
      const shownAt = parts.orderForms.shownAt(key, school.school_id, parameter)
      if (shownAt === null) throw new Refused(common.invalid_body)
      const again = (attempt: FormVisit['attempt']) =>
        show(visit, { ...facts, fields, key: keyFor(visit, shownAt), attempt })
      if (fields.update !== undefined) {
        limit?.(visit, fields)
        return again(null)
      }
      if (parts.orderForms.ageOf(shownAt) < fastestMs) return again({ reason: 'too_fast', fields: [] })
      limitSubmissions(visit, ...rate)
      try {
        return await send(visit, fields, body => digestOf([key, body]))
      } catch (error) {
        if (!(error instanceof ApiError) || !explained.includes(error.reason)) throw error
        const wrong = error.details.map(({ path }) => path.replace(/^body\./, ''))
        return again({ reason: error.reason, fields: wrong })
      }
    },
  }
}

const keyFor = ({ parts, school, parameter }: Visit, shownAt?: number) =>
  parts.orderForms.keyOf(school.school_id, parameter, shownAt)

/** An edited form is another one: the visitor went back, and wants what it says now. */
const digestOf = (sent: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(sent)).digest('base64url')

/** What the address says behind `?`, apart from what no field holds. */
export const parametersOf = ({ exchange, path }: Visit): Fields =>
  Object.fromEntries(
    [...new URLSearchParams(exchange.request.url!.slice(path.length))]
      .filter(field => isField(field))
      .slice(0, 40),
  )
