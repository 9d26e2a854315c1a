// The school's own addresses.
import { common, Refused } from '@lms/contract'
import { redirecting } from '@lms/site/contract'
import { absent } from '../known/schools.ts'
import type { Visit } from './route.ts'

export const noPage = 'There is no such page. The API is under /api/v1.'
/** The target of the bare address of a school without a home page. */
const entrance = '/docs'

/** Redirects from an old address of the school to the new one. */
export async function takePage({ exchange, path, school, parts }: Visit): Promise<void> {
  if (path === '/' && parts.documents.has(entrance)) return lead(exchange, 302, entrance)
  const scope = { school: school.school_id, requestId: exchange.requestId }
  const asked = parts.ask('site', { redirecting }, scope).redirecting.find({ body: { path } })
  const redirect = await asked.catch(absent)
  if (!redirect) throw new Refused(common.not_found, noPage)
  lead(exchange, redirect.permanent ? 308 : 307, redirect.target)
}

function lead(exchange: Visit['exchange'], status: number, location: string): void {
  exchange.head(status, { location, 'content-length': 0 })
  exchange.response.end()
}
