import { newId } from '@lms/contract'
import { UnitOfWork } from './unit-of-work.ts'

const origin = {
  requestId: 'a'.repeat(32),
  clientRequestId: null,
  causeId: null,
  caller: null,
  now: new Date('2026-11-21T09:30:00.000Z'),
}
const workWith = (version: string | null) =>
  new UnitOfWork({
    database: null as never,
    schema: 'notes',
    school: newId('sch'),
    origin,
    ifMatch: version === null ? null : { id: 'x', version },
  })
const mismatch = expect.objectContaining({
  refusal: expect.objectContaining({ reason: 'version_mismatch', status: 409 }),
})

test.each([
  ['none', null, 3],
  ['the version that the object has', '3', 3],
  ['any version', '*', 3],
  ['several versions, of which the object has one', '2,3', 3],
])('an If-Match of %s refuses nothing', (_, header, version) => {
  const work = workWith(header)
  work.checkVersion('x', version)
  work.refuseUncheckedVersion()
})

test.each([
  ['2', 3],
  ['03', 3],
  ['1,2', 3],
  ['', 3],
  ['undefined', 3],
])('an If-Match of %j is refused where the version is %i', (header, version) => {
  expect(() => workWith(header).checkVersion('x', version)).toThrow(mismatch)
})

test('an object other than the one in the path is not checked, and the one in the path must be', () => {
  const work = workWith('3')
  work.checkVersion('y', 4)
  expect(() => work.refuseUncheckedVersion()).toThrow(mismatch)
  work.checkVersion('x', 3)
  work.refuseUncheckedVersion()
})

test('a version that another service checks is passed on, and counts as checked', () => {
  expect(workWith('*').requiredVersion('x')).toBeNull()
  const work = workWith('3')
  expect(work.requiredVersion('y')).toBeNull()
  expect(() => work.refuseUncheckedVersion()).toThrow(mismatch)
  expect(work.requiredVersion('x')).toBe('3')
  work.refuseUncheckedVersion()
})

test('without If-Match nothing has to be checked', () => {
  workWith(null).refuseUncheckedVersion()
})

test('a work counts as a change once it writes or emits', () => {
  const [writes, emits] = [workWith(null), workWith(null)]
  expect([writes.hasWrites, emits.hasWrites]).toEqual([false, false])
  writes.write('select 1', [])
  emits.outgoing.invalidate({ kind: 'key' })
  expect([writes.hasWrites, emits.hasWrites]).toEqual([true, true])
  expect(writes.hasTransaction).toBe(false)
})
