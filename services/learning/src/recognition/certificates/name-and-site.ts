// What other services know: the name of the person, and the name and address of the school.
import type { Id } from '@lms/contract'
import { type OutsideRuntime, siteUrlAt } from '@lms/service-host'
import { registry } from '@lms/site/contract'
import { people } from '@lms/users/contract'
import type { Site } from '../badges/achievement.ts'

interface Scope {
  school: string
  requestId: string
}
type Asking = Pick<OutsideRuntime, 'client' | 'config'>

/** The full name of a person; empty for one without a name. */
export async function nameOf(userId: Id<'usr'>, scope: Scope, runtime: Asking): Promise<string> {
  const { users } = await runtime.client('users', { people }, scope).people.batch({ body: { ids: [userId] } })
  const [user] = users
  return user ? `${user.first_name} ${user.last_name}`.trim() : ''
}

/** The name of the school and the address of its pages. */
export async function siteOf({ school, requestId }: Scope, runtime: Asking): Promise<Site> {
  const { schools } = await runtime
    .client('site', { registry }, { school: null, requestId })
    .registry.batch({ body: { ids: [school as Id<'sch'>] } })
  const site = schools[0]!
  const domain = site.domains[0]!
  return { name: site.name, url: siteUrlAt(domain, runtime.config), domain }
}
