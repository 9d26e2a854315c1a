// A school with a subscription, and the people who are written to about it.
import { newId } from '@lms/contract'
import { registry } from '@lms/site/contract'
import type { TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { type Receiver, webhooksOf } from './receiver.ts'

/** Of its people one gets notices, or two. The site knows it, so they have its look. */
export async function schoolWithReceivers(
  system: TestSystem,
  receiver: Receiver,
  { administrator = false } = {},
) {
  const { registry: schools } = system.internal('site', { registry })
  const domains = [`${newId('sch').slice(4)}.example`]
  const { id: school } = await schools.create({ body: { name: 'Harbour', domains } })
  const caller = system.caller({ school })
  const { users } = system.client('users', usersContract.resources, caller)
  const make = (email: string, role: 'owner' | 'administrator' | 'manager') =>
    users.create({ body: { email, role } })
  await make('owner@school.org', 'owner')
  if (administrator) await make('admin@school.org', 'administrator')
  await make('manager@school.org', 'manager')
  const blocked = await make('blocked@school.org', 'administrator')
  await users.update({ path: { id: blocked.id }, body: { status: 'blocked' } })
  const webhook = await webhooksOf(system, caller).webhooks.create({
    body: { url: `${receiver.url}?token=hidden`, events: ['order.*'], description: 'The shop' },
  })
  return { caller, webhook }
}
