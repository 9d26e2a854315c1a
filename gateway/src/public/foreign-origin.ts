// Whether a form was sent by a page of another site. Browsers say so in Sec-Fetch-Site; older ones only in Origin.
import { common, Refused } from '@lms/contract'
import type { Exchange } from '../http/exchange.ts'
import type { Visit } from './route.ts'

/** The origin of the page that sent the form, if it is not of this address; `null` is that of a page without one. */
export function foreignOrigin({ request: { headers }, authority }: Exchange): string | null {
  const { origin } = headers
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return null
  if (typeof origin === 'string' && URL.canParse(origin) && new URL(origin).host === authority) return null
  if (site === undefined && origin === undefined) return null
  return String(origin ?? 'null').slice(0, 300)
}

/** Another site may lead to a form, but not send it. */
export function refuseForeign({ exchange }: Visit): void {
  if (foreignOrigin(exchange) !== null) throw new Refused(common.permission_missing)
}
