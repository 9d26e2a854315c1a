// Who may do what: every role × every operation, what is a person's own, rights that somebody tries to gain, and
// services that are asked past the gateway.
import { startWhole, type Whole } from '@lms/testing/all-services'
import { gatewaySchool } from '@lms/testing/contract-suite'
import { newSchool } from '@lms/testing/gateway'
import { lowerKeys } from './lower-keys.ts'
import { matrix } from './matrix.ts'
import { ownObjects } from './own-objects.ts'
import { raising } from './raising.ts'
import { type Staff, staffOf } from './staff.ts'
import { tokens } from './tokens.ts'
import { writers } from './writers.ts'

let whole: Whole
let staff: Staff
beforeAll(async () => {
  // Here guests knock without end.
  whole = await startWhole({ guestLimit: { rate: 1_000_000, burst: 1_000_000 } })
  const { door } = whole
  const at = await newSchool(door)
  staff = await staffOf(door, at, await gatewaySchool(door, at))
}, 120_000)
afterAll(() => whole?.stop())

describe('roles and scopes', () => matrix(() => ({ ...staff, system: whole.system })))
describe('a student', () => ownObjects(() => staff))
describe('a personal key', () => lowerKeys(() => staff))
describe('rights', () => raising(() => staff))
describe('a change', () => writers(() => staff))
describe('past the gateway', () => tokens(() => ({ ...staff, system: whole.system })))
