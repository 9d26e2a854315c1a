// A service that ends while others keep connections to it.
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { chargingNotes, outside } from '../spec/charges.ts'
import { notes } from '../spec/notes.ts'
import { created, type OtherSystem, startOtherSystem } from '../spec/other-system.ts'

let system: TestSystem
let other: OtherSystem
beforeAll(async () => {
  other = await startOtherSystem()
  outside.url = other.url
  system = await startSystem({ services: [chargingNotes], settings: { taskSlots: 0 } })
})
afterAll(async () => {
  await system?.stop()
  await other?.stop()
})

test('answers what it has begun, and says that the connection ends: the next request would be cut off', async () => {
  const caller = system.caller()
  const { id } = await system.client('notes', { notes }, caller).notes.create({ body: { name: 'a' } })
  let open = () => {}
  other.answer = response => {
    open = () => created(response)
  }
  const path = `/v1/notes/${id}/charge`
  const charging = system.request('notes', { method: 'POST', path, body: {}, caller })
  await eventually('the call', () => other.calls.length === 1)
  const began = performance.now()
  const stopped = system.services.notes!.stop()
  open()
  const { status, headers } = await charging
  expect({ status, connection: headers.get('connection') }).toEqual({ status: 201, connection: 'close' })
  await stopped
  expect(performance.now() - began).toBeLessThan(5000)
})
