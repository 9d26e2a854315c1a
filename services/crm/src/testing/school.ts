// A school with people, for specs.
import { type Envelope, type Id, newId, type Role } from '@lms/contract'
import { registry } from '@lms/site/contract'
import type { TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { crmContract } from '../contract.ts'

/** The id of a new school, if the system keeps schools. */
async function registered(system: TestSystem): Promise<Id<'sch'> | null> {
  if (!system.services.site) return null
  const { registry: schools } = system.internal('site', { registry })
  const host = `${newId('sch').slice(4)}.example`
  return (await schools.create({ body: { name: 'Painting school', domains: [host] } })).id
}

/** A school with its owner's clients, and a function that makes people. */
export async function schoolOf(system: TestSystem) {
  const school = await registered(system)
  const caller = system.caller(school ? { school } : {})
  const { users, ...others } = system.client('users', usersContract.resources, caller)
  const api = system.client('crm', crmContract.resources, caller)
  const person = (fields: object = {}) =>
    users.create({ body: { email: `${newId('usr')}@school.example`, ...fields } })
  /** The crm client of somebody else. */
  const as = (role: Role, user: Id<'usr'>) =>
    system.client('crm', crmContract.resources, system.caller({ school: caller.school, role, user }))
  /** The events of the school that crm told, the oldest first. */
  const listEvents = async (): Promise<Envelope<any>[]> => {
    const rows = await system.services.crm!.runtime.system.rows({
      statement: { name: '', text: 'select payload from crm.outbox where school_id = $1 order by position' },
      values: [caller.school],
    })
    return rows.map(([payload]) => JSON.parse(payload!)).filter(({ type }) => type)
  }
  return { caller, api, users, ...others, person, as, told: listEvents }
}
