// Where a request comes from, and the school that it is for, by its host name.
import { common, Refused } from '@lms/contract'
import type { ResolvedSchool } from '@lms/site/contract'
import type { Schools } from '../cache/schools.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import { type Addresses, networkOf, readHostHeader } from './address.ts'
import type { Exchange } from './exchange.ts'

/** Sets the address, the network and the scheme of the client, and the host that it has asked. */
export const locateClient = (addresses: Addresses) => (exchange: Exchange) => {
  exchange.address = addresses.clientOf(exchange.request)
  exchange.network = networkOf(exchange.address)
  exchange.secure = addresses.isSecure(exchange.request)
  exchange.authority = addresses.authorityOf(exchange.request)
}

/** Sets the school of the exchange. A host name that is not known counts as a guest until it proves a school’s. */
export const schoolByHost = (
  schools: Schools,
  limiter: RateLimiter,
  answerNoSchool: (exchange: Exchange) => boolean,
) => {
  const none = (exchange: Exchange): void => {
    if (!answerNoSchool(exchange)) throw noSchool()
  }
  const find = async (exchange: Exchange, host: string, guest: boolean) => {
    const school = await schools.find(host, exchange.requestId)
    if (!school) return none(exchange)
    if (guest) limiter.forgive(null, exchange.network)
    set(exchange, school)
  }
  return (exchange: Exchange): void | Promise<void> => {
    const host = readHostHeader(exchange.authority)
    const school = host === null ? null : schools.remembered(host)
    if (school) return set(exchange, school)
    const guest = host === null || !schools.wasThere(host)
    if (guest) limiter.countGuest(null, exchange.network)
    if (school === null) return none(exchange)
    return find(exchange, host!, guest)
  }
}

function set(exchange: Exchange, school: ResolvedSchool): void {
  exchange.resolved = school
  exchange.school = school.school_id
}

const noSchool = () => new Refused(common.not_found, 'No school has this host name.')
