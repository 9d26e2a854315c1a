// What a service that reads the events of orders costs: orders in one system without it, and in another one with it, in turn.
// Counted is everything that works on an order until the reader has done with it: all services, NATS, Postgres.
import { setTimeout as pause } from 'node:timers/promises'
import { analyticsService } from '@lms/analytics/service'
import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { crmService } from '@lms/crm/service'
import { scenariosService } from '@lms/scenarios/service'
import { serviceService } from '@lms/service/service'
import type { Service } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { asOwner, eventually, type Replica, startReplica, startServers, startSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { webhooksService } from '@lms/webhooks/service'
import { cpuOf } from '../cpu.ts'
import { median } from '../load.ts'
import { paced } from '../webhooks/rig.ts'
import { printTable } from '../webhooks/table.ts'

const readerServices: Readonly<Record<string, Service>> = {
  crm: crmService,
  scenarios: scenariosService,
  analytics: analyticsService,
}
export const readerNames = Object.keys(readerServices)
const perSecond = 40
/** Events are read, and changed days summed up, in this time after the last order; on both sides. */
const restMs = 10_000

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
    const reader = readerServices[name]
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
        `${orders} orders, ${perSecond} a second, without and with ${name}: CPU ms an order, median of ${rounds}; ${ratios[name].toFixed(2)}x`,
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

/** A system whose services are processes of their own; `order` gives the CPU ms of an order, without what idling takes. */
async function startShop(readers: readonly Service[]) {
  // Without the last of these the records of the audit log would stay in the outboxes, and be published again and again.
  const services = [siteService, usersService, commerceService, webhooksService, serviceService, ...readers]
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
  for (const { contract } of services) {
    const name = contract.service
    await system.services[name]!.stop()
    const main = new URL(`../../../services/${name}/src/main.ts`, import.meta.url)
    replicas.push(await startReplica(main, system.configs[name]!, { NODE_ENV: 'production' }))
  }
  const counted = [servers.postgres.pid, servers.nats.pid, ...replicas.map(({ pid }) => pid)]
  const rows = (text: string) => asOwner(system.ownerUrl, async owner => (await owner.query(text)).rows)
  const readByAll = async () =>
    (await rows(`select from commerce.outbox where subject ^@ 'events.' limit 1`)).length === 0

  /** CPU ms of a ms in which nobody asks for anything. */
  const idle = async (): Promise<number> => {
    const [before, began] = [cpuOf(counted), performance.now()]
    await pause(restMs)
    return (cpuOf(counted) - before) / (performance.now() - began)
  }
  let idling: number | null = null

  return {
    order: async (count: number): Promise<number> => {
      await eventually('all events to be read', readByAll, 180_000)
      idling ??= await idle()
      const [before, began] = [cpuOf(counted), performance.now()]
      await paced(perSecond, count / perSecond, () => orders.create({ body }))
      await pause(restMs)
      const spent = cpuOf(counted) - before - idling * (performance.now() - began)
      if (readers.includes(analyticsService)) await seen()
      return spent / count
    },
    stop: async () => {
      for (const replica of replicas) await replica.kill()
      await system.stop()
      await servers.stop()
    },
  }

  /** All orders have their fact by now, and no day is left to be summed up. */
  async function seen(): Promise<void> {
    const [remaining] = await rows(
      `select (select count(*) from commerce.orders)::int - (select count(*) from analytics.facts where kind = 'order')::int as orders,
         (select count(*) from analytics.dirty_days)::int as days`,
    )
    if (remaining.orders > 0 || remaining.days > 0)
      throw new Error(
        `Analytics is ${remaining.orders} orders and ${remaining.days} days behind after the rest.`,
      )
  }
}
