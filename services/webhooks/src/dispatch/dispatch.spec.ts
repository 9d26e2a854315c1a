import { fork } from 'node:child_process'
import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Caller } from '@lms/contract'
import { environmentOf, runService } from '@lms/service-host'
import { asOwner, eventually, type TestSystem } from '@lms/testing'
import { webhooksService } from '../service.ts'
import {
  emit,
  type Receiver,
  startReceiver,
  startWebhooks,
  waitForAnswers,
  webhooksOf,
} from '../testing/receiver.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

describe('failing dispatchers', () => {
  let system: TestSystem
  let receiver: Receiver
  beforeEach(async () => {
    receiver = await startReceiver()
  })
  const ends: (() => Promise<void>)[] = []
  afterEach(async () => {
    await Promise.all(ends.splice(0).map(end => end()))
    // First, or what it holds back is waited for.
    await receiver.close()
    await system.stop()
  })
  const owner = (text: string) =>
    asOwner(system.ownerUrl, client => client.query(text)).then(({ rows }) => rows)
  const delivered = (caller: Caller) =>
    eventually('the delivery', async () => {
      const { data } = await webhooksOf(system, caller).deliveries.list({
        query: { status: 'delivered', expand: 'attempts' },
      })
      return data[0] as undefined | ((typeof data)[number] & { attempts: { number: number }[] })
    })

  test('a replica that loses a channel while sending moves nothing of it; the new holder sends again', async () => {
    system = await startWebhooks()
    waitForAnswers(system.services.webhooks!)
    const caller = system.caller()
    await webhooksOf(system, caller).webhooks.create({ body: { url: receiver.url, events: ['*'] } })
    let release = () => {}
    receiver.answer = (_, response) => {
      release = () => void response.writeHead(500).end()
    }
    await emit(system, caller.school, [{}])
    await eventually('the first send', () => receiver.received[0])
    receiver.answer = (_, response) => void response.end()
    await owner(`update webhooks.channels set fence = fence + 1, holder = 'another', leased_until = now()`)
    release()
    const delivery = await delivered(caller)
    expect(delivery).toMatchObject({ attempt_count: 1, next_attempt_at: null })
    expect(receiver.received).toHaveLength(2)
    expect(delivery.attempts.map(({ number }) => number)).toEqual([1, 1])
    const headerValues = receiver.received.map(({ headers }) => [
      headers['x-lms-delivery-id'],
      headers['x-lms-attempt'],
    ])
    expect(headerValues).toEqual([
      [delivery.id, '1'],
      [delivery.id, '1'],
    ])
  })

  test('results that a crash of the database took out of the log are sent and logged again', async () => {
    system = await startWebhooks()
    waitForAnswers(system.services.webhooks!)
    const caller = system.caller()
    const { webhooks, deliveries } = webhooksOf(system, caller)
    const { id } = await webhooks.create({ body: { url: receiver.url, events: ['*'] } })
    let release = () => {}
    receiver.answer = (_, response) => {
      release = () => void response.end()
      receiver.answer = (_, other) => void other.end()
    }
    const emitted = await emit(system, caller.school, [{}, {}, {}, {}])
    const logged = async () => {
      const { data } = await deliveries.list({ query: { status: 'delivered' } })
      return data.map(({ event_id }) => event_id).sort()
    }
    const others = emitted.slice(1).map(({ id }) => id)
    await eventually('all but the first', async () => (await logged()).length === 3)
    // Undoes the last commit of the log, as if it had never reached the disk; the channel stays leased.
    await owner(
      `with gone as (delete from webhooks.deliveries where webhook_id = '${id}')
       update webhooks.cursors set sequence = 0, done = '{}', moves = 0 where webhook_id = '${id}'`,
    )
    expect(await logged()).toEqual([])
    release()
    await eventually('all', async () => (await logged()).length === 4)
    const sent = receiver.received.map(({ envelope }) => envelope.id)
    expect(sent.filter(one => one === emitted[0]!.id)).toHaveLength(1)
    for (const one of others) expect(sent.filter(id => id === one)).toHaveLength(2)
  })

  test('killed while sending, its replica repeats the running attempt and loses nothing else', async () => {
    system = await startWebhooks()
    const caller = system.caller()
    await webhooksOf(system, caller).webhooks.create({ body: { url: receiver.url, events: ['*'] } })
    await system.services.webhooks!.stop()
    receiver.answer = () => {}
    const config = system.configs.webhooks!
    const child = fork(main, {
      env: { ...process.env, ...environmentOf(config), LMS_WEBHOOK_ALLOW_LOOPBACK: '1' },
      execArgv: ['--no-warnings'],
      stdio: 'ignore',
    })
    ends.push(async () => void child.kill('SIGKILL'))
    const exited = new Promise(resolve => child.once('exit', resolve))
    await eventually('the other replica', async () => (await fetch(`${system.addresses.webhooks}/readyz`)).ok)
    const emitted = await emit(system, caller.school, [{}, {}])
    await eventually('both sends', () => receiver.received.length >= 2)
    child.kill('SIGKILL')
    await exited
    receiver.answer = (_, response) => void response.end()
    await owner(`update webhooks.channels set leased_until = now()`)
    const survivor = await runService(webhooksService, config)
    ends.push(survivor.stop)
    await eventually('both deliveries', async () => {
      const { data } = await webhooksOf(system, caller).deliveries.list({ query: { status: 'delivered' } })
      return data.length === 2 && data.every(({ attempt_count }) => attempt_count === 1)
    })
    const sent = receiver.received.map(({ envelope }) => envelope.id)
    for (const { id } of emitted) expect(sent.filter(one => one === id)).toHaveLength(2)
  })

  test('a failure of the server does not count as an attempt', async () => {
    let lookups = 0
    const names = createSocket('udp4', (query, from) => {
      lookups++
      const answer = Buffer.from(query)
      answer.writeUInt16BE(0x8182, 2) // a response: server failure
      names.send(answer, from.port, from.address)
    })
    ends.push(async () => void names.close())
    await new Promise<void>(resolve => names.bind(0, '127.0.0.1', resolve))
    const nameServer = `127.0.0.1:${(names.address() as AddressInfo).port}`
    system = await startWebhooks({
      settings: { settings: { LMS_WEBHOOK_ALLOW_LOOPBACK: '1', LMS_WEBHOOK_NAME_SERVERS: nameServer } },
    })
    const caller = system.caller()
    const { webhooks, deliveries } = webhooksOf(system, caller)
    const { id } = await webhooks.create({ body: { url: 'https://receiver.example.org/', events: ['*'] } })
    await webhooks.create({ body: { url: receiver.url, events: ['*'] } })
    const before = lookups
    await emit(system, caller.school, [{}])
    await delivered(caller)
    await eventually('the look-up', () => lookups > before)
    const rested = await eventually('the delivery at rest', async () => {
      const { data } = await deliveries.list({ query: { webhook_id: id, expand: 'attempts' } })
      return data[0]
    })
    expect(rested).toMatchObject({ status: 'pending', attempt_count: 0, attempts: [] })
  })
})
