// What a service that reads the events of orders costs: orders in one system without it, and in another one with it, in turn.
// Counted is everything that works on an order until the event has been read: commerce, the journal, the reader, NATS, Postgres.
import { analyticsService } from '@lms/analytics/service'
import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { crmService } from '@lms/crm/service'
import { scenariosService } from '@lms/scenarios/service'
import type { Service } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { asOwner, eventually, type Replica, startReplica, startServers, startSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { webhooksService } from '@lms/webhooks/service'
import { cpuOf } from '../cpu.ts'
import { median } from '../load.ts'
import { printTable } from '../webhooks/table.ts'

const known: Readonly<Record<string, Service>> = {
  crm: crmService,
  scenarios: scenariosService,
  analytics: analyticsService,
}
export const readerNames = Object.keys(known)
const atOnce = 16

export async function readersSection({
  readers,
  orders,
  rounds,
}: {
  readers: readonly string[]
  orders: number
  rounds: number
}) {
  const ratios: Record<string, number> = {}
  for (const name of readers) {
    const reader = known[name]
    if (!reader) throw new Error(`There is no reader ${name}: --readers takes ${readerNames.join(', ')}.`)
    // What scenarios read and do needs crm; so it is on both sides.
    const others = name === 'scenarios' ? [crmService] : []
    const [without, beside] = [await startShop(others), await startShop([...others, reader])]
    try {
      const measured: [number, number][] = []
      for (const shop of [without, beside]) await shop.order(orders)
      for (let round = 0; round < rounds; round++)
        measured.push([await without.order(orders), await beside.order(orders)])
      const [bare, ours] = [median(measured.map(([one]) => one)), median(measured.map(([, one]) => one))]
      ratios[name] = median(measured.map(([one, other]) => other / one))
      printTable(
        `${orders} orders with and without ${name}: CPU ms an order, all processes but users, median of ${rounds}`,
        ['', 'CPU ms'],
        [
          [`without ${name}`, bare],
          [`with ${name}`, ours],
        ],
      )
    } finally {
      await without.stop()
      await beside.stop()
    }
  }
  return ratios
}

/** A system whose services are processes, besides users and site; `order` gives the CPU ms of an order. */
async function startShop(readers: readonly Service[]) {
  const apart = [commerceService, webhooksService, ...readers]
  const services = [siteService, usersService, ...apart]
  const servers = await startServers({ durable: true, services })
  const system = await startSystem({ services, servers })
  const caller = system.caller()
  const { users } = system.client('users', usersContract.resources, caller)
  const { offers, orders } = system.client('commerce', commerceContract.resources, caller)
  const { id: user_id } = await users.create({ body: { email: 'ann@people.example' } })
  const { id: offer_id } = await offers.create({ body: { name: 'Course', amount: 100, currency: 'EUR' } })
  const body = { user_id, items: [{ offer_id, quantity: 1 }] }
  await orders.create({ body })
  const replicas: Replica[] = []
  for (const { contract } of apart) {
    const name = contract.service
    await system.services[name]!.stop()
    const main = new URL(`../../../services/${name}/src/main.ts`, import.meta.url)
    replicas.push(await startReplica(main, system.configs[name]!, { NODE_ENV: 'production' }))
  }
  const counted = [servers.postgres.pid, servers.nats.pid, ...replicas.map(({ pid }) => pid)]
  const isRead = async () =>
    (await asOwner(system.ownerUrl, owner => owner.query('select from commerce.outbox limit 1'))).rowCount ===
    0

  return {
    order: async (count: number): Promise<number> => {
      await eventually('all events to be read', isRead, 120_000)
      const before = cpuOf(counted)
      let left = count
      const loop = async () => {
        while (left-- > 0) await orders.create({ body })
      }
      await Promise.all(Array.from({ length: atOnce }, loop))
      await eventually('all events to be read', isRead, 120_000)
      return (cpuOf(counted) - before) / count
    },
    stop: async () => {
      for (const replica of replicas) await replica.kill()
      await system.stop()
      await servers.stop()
    },
  }
}
