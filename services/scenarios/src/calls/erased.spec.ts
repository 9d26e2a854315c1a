import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostOperations } from '@lms/service-host'
import { asOwner, eventually, type TestSystem } from '@lms/testing'
import { byHand, end, pause, schoolOf, startWithClock } from '../testing/school.ts'

let system: TestSystem
let heard = 0
let answer = () => {}
const until = new Promise<void>(resolve => {
  answer = resolve
})
/** Answers when it is told to. */
const receiver = createServer(async (request, response) => {
  request.resume()
  heard++
  await until
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"owner": "Clara Bauer"}')
})
beforeAll(async () => {
  ;({ system } = await startWithClock([], { LMS_SCENARIOS_ALLOW_PRIVATE: '1' }))
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  receiver.close()
  await system.stop()
})

test('the answer of a call leaves nothing in the run of a person who was erased meanwhile', async () => {
  const { caller, people, person, enabled, scenarios, runOf } = await schoolOf(system)
  const { host } = system.internal(
    'scenarios',
    { host: hostOperations },
    { as: 'service', school: caller.school },
  )
  const http_secret = `whsec_${Buffer.alloc(24, 5).toString('base64')}`
  await host.changeSettings({ body: { values: { http_secret }, version: null, role: 'owner' } })
  const call = {
    ...{ id: 'call', kind: 'http', next: 'pause', failed: 'end' },
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
    save: [{ name: 'owner', path: 'owner' }],
  }
  const { id } = await enabled([byHand('call'), call, pause(60), end])
  const { id: user_id } = await person()
  const run = await scenarios.run({ path: { id }, body: { user_id, data: { city: 'Bonn' } } })
  await eventually('the call', async () => heard === 1)
  const data = () =>
    asOwner(system.ownerUrl, async owner => {
      const { rows } = await owner.query('select data from scenarios.runs where id = $1', [run.id])
      return rows[0].data
    })
  expect(await data()).toEqual({ city: 'Bonn' })
  // Whatever else closes the runs of the person may come later.
  const { consumers } = system.bus.manager
  await consumers.delete('EVENTS', 'scenarios-leave-scenarios-erased').catch(() => false)
  await people.persons.anonymize({ path: { id: user_id } })
  await eventually('the erasure', async () => Object.keys(await data()).length === 0)
  answer()
  await eventually('the end', async () => (await runOf(run.id)).finished_at !== null)
  await system.services.scenarios!.workOffTasks()
  expect(await runOf(run.id)).toMatchObject({ status: 'closed', reason: 'erased' })
  expect(await data()).toEqual({})
})
