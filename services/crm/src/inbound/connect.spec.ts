import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostOperations } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

let system: TestSystem
let telegram: Server
let now = Date.parse('2026-11-21T09:30:00Z')
/** Whether Telegram answers, and what it was told by then. */
let isThere = false
const requestedUrls: string[] = []
beforeAll(async () => {
  telegram = createServer((request, response) => {
    request.resume().on('end', () => {
      if (!isThere) return void response.writeHead(502).end()
      requestedUrls.push(request.url!)
      response.end(JSON.stringify({ ok: true, result: true }))
    })
  })
  await new Promise<void>(resolve => telegram.listen(0, '127.0.0.1', resolve))
  system = await startSystem({
    services: [siteService, usersService, crmService],
    clock: { now: () => new Date(now) },
    settings: {
      settings: { LMS_TELEGRAM_URL: `http://127.0.0.1:${(telegram.address() as AddressInfo).port}` },
    },
  })
})
afterAll(async () => {
  await system.stop()
  telegram.closeAllConnections()
  telegram.close()
})

test('Telegram is told where the updates of a bot go, however long it was away', async () => {
  const { caller } = await schoolOf(system)
  const { host } = system.internal('crm', { host: hostOperations }, { as: 'service', school: caller.school })
  const values = { telegram: { bot_token: '1:token' } }
  await host.changeSettings({ body: { values, version: null, role: 'owner' } })
  const back = now + 3 * 3_600_000
  await eventually('hours', async () => {
    await system.services.crm!.workOffTasks()
    now += 400_000
    return now > back
  })
  isThere = true
  await eventually('the address', async () => {
    await system.services.crm!.workOffTasks()
    now += 60_000
    return requestedUrls.length > 0
  })
  expect(requestedUrls).toEqual(['/bot1:token/setWebhook'])
})
