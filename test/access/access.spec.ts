// Permissions beyond single operations: keys of a lower role, attempts to gain permissions, and calls to services past the
// gateway. `test/services` tries each operation with every role and scope, and a person's own objects.
import { startCluster, type TestCluster } from '@lms/testing/all-services'
import { gatewaySchool } from '@lms/testing/contract-suite'
import { newSchool } from '@lms/testing/gateway'
import { closedLessons } from './closed-lessons.ts'
import { lowerKeys } from './lower-keys.ts'
import { whatIsForEveryone } from './own-objects.ts'
import { quizSecrets } from './quiz-secrets.ts'
import { raising } from './raising.ts'
import { ruleReaders } from './rule-readers.ts'
import { type Staff, staffOf } from './staff.ts'
import { tokens } from './tokens.ts'
import { visibleFields } from './visible-fields.ts'

let cluster: TestCluster
let staff: Staff
beforeAll(async () => {
  // This suite sends many requests as guests.
  cluster = await startCluster({ guestLimit: { rate: 1_000_000, burst: 1_000_000 } })
  const { gateway } = cluster
  const at = await newSchool(gateway)
  staff = await staffOf(gateway, at, await gatewaySchool(gateway, at))
}, 300_000)
afterAll(() => cluster?.stop())

describe('a student', () => whatIsForEveryone(() => staff))
describe('a personal key', () => lowerKeys(() => staff))
describe('rights', () => raising(() => staff))
describe('a rule', () => ruleReaders(() => staff))
describe('a quiz', () => quizSecrets(() => ({ ...staff, system: cluster.system })))
describe('a closed lesson', () => closedLessons(() => staff))
describe('a change', () => visibleFields(() => staff))
describe('past the gateway', () => tokens(() => ({ ...staff, system: cluster.system })))
