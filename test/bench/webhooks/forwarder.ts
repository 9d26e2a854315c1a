// Starts the floor of delays, on a NATS of its own.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { newId } from '@lms/contract'
import { connectBus, type Message, operatorUser, Publisher } from '@lms/events'
import { startServers } from '@lms/testing'
import { webhooksService } from '@lms/webhooks/service'
import type { BareForward } from './bare-forward.ts'
import { publishAll } from './rig.ts'

/** Starts a loop that forwards events of new schools, one for each item of `receivers`, to these. */
export async function startForwarder(receivers: readonly BareForward['receivers'][string][]) {
  const servers = await startServers({ services: [webhooksService] })
  const credential = { user: operatorUser, password: servers.natsPassword(operatorUser) }
  const options = { url: servers.nats.url, credential }
  const bus = await connectBus(options)
  const publisher = new Publisher(bus)
  const schools = receivers.map(() => newId('sch'))
  const child = fork(fileURLToPath(new URL('bare-forward.ts', import.meta.url)), {
    execArgv: ['--no-warnings'],
  })
  const ready = once(child, 'message')
  child.send({
    bus: options,
    receivers: Object.fromEntries(schools.map((school, index) => [school, receivers[index]!])),
  } satisfies BareForward)
  await ready
  return {
    schools,
    publish: async (events: readonly Message[]) => {
      if (!child.connected) throw new Error('The bare loop has ended. Its error stands above.')
      await publishAll(publisher, events)
    },
    stop: async () => {
      child.disconnect()
      publisher.close()
      await bus.close()
      await servers.stop()
    },
  }
}
