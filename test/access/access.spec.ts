// Who may do what: every role × every operation, what is a person's own, rights that somebody tries to gain, and
// services that are asked past the gateway.
import { startSystem, type TestSystem } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'
import { doorSchool } from '@lms/testing/contract-suite'
import { newSchool, startDoor } from '@lms/testing/door'
import { matrix } from './matrix.ts'
import { ownObjects } from './own-objects.ts'
import { raising } from './raising.ts'
import { type Staff, staffOf } from './staff.ts'
import { tokens } from './tokens.ts'

let system: TestSystem
let staff: Staff
let stop = async () => {}
beforeAll(async () => {
  system = await startSystem({
    services: allServices,
    settings: { settings: { LMS_WEBHOOK_ALLOW_LOOPBACK: '1' } },
  })
  // Here guests knock without end.
  const door = await startDoor(system, { guestLimit: { rate: 1_000_000, burst: 1_000_000 } })
  stop = async () => {
    await door.stop()
    await system.stop()
  }
  const at = await newSchool(door)
  staff = await staffOf(door, at, await doorSchool(door, at))
}, 120_000)
afterAll(() => stop())

describe('roles and scopes', () => matrix(() => ({ ...staff, system })))
describe('a student', () => ownObjects(() => staff))
describe('rights', () => raising(() => staff))
describe('past the gateway', () => tokens(() => ({ ...staff, system })))
