// The tests that follow from one service's declarations, on one running cluster: each operation is compared with its
// declaration, called with another school's values, and by every role; and the query plans of its reads.
import { operations } from '@lms/api'
import { type Servers, startServers } from '@lms/testing'
import { allServices, startCluster, type TestCluster } from '@lms/testing/all-services'
import { contractSuite, gatewaySchool, type School } from '@lms/testing/contract-suite'
import { newSchool } from '@lms/testing/gateway'
import { computations } from '../access/computations.ts'
import { erasures, erasuresOfCallers } from '../access/erasures.ts'
import { fileReferences } from '../access/file-references.ts'
import { matrix } from '../access/matrix.ts'
import { ownObjects } from '../access/own-objects.ts'
import { type Staff, staffOf } from '../access/staff.ts'
import { writers } from '../access/writers.ts'
import { prepareToLogPlans } from '../growth/plan-log.ts'
import { plansOf } from '../growth/plans.ts'
import { type Mailbox, startMailbox } from '../isolation/flows.ts'
import { foreignLists } from '../isolation/foreign-lists.ts'
import { foreignValues, type Sides } from '../isolation/foreign-values.ts'
import { fill, settledVersionsOf, twoSchools, versionsOf } from '../isolation/two-schools.ts'

/** Registers the tests of all public operations of a service. */
export function suitesOf(service: string): void {
  const entries = operations.filter(each => each.service === service)
  let servers: Servers
  let cluster: TestCluster
  let mailbox: Mailbox
  let school: School
  let sides: Sides
  let staff: Staff
  beforeAll(async () => {
    servers = await startServers({ services: allServices })
    await prepareToLogPlans(servers)
    // Guests with bad keys come often here; tasks wait, so that one may be named before it is over.
    const guestLimit = { rate: 1_000_000, burst: 1_000_000 }
    cluster = await startCluster({ guestLimit }, { taskSlots: 0 }, servers)
    const { gateway } = cluster
    school = await gatewaySchool(gateway)
    mailbox = await startMailbox()
    const { ours, theirs } = await twoSchools(gateway, async side => {
      await mailbox.subscribe(side)
      await fill(side, entries)
    })
    sides = { gateway, ours, theirs, before: await settledVersionsOf(theirs) }
    const at = await newSchool(gateway)
    staff = await staffOf(gateway, at, await gatewaySchool(gateway, at))
  }, 300_000)
  afterAll(async () => {
    await cluster?.stop()
    await servers?.stop()
    await mailbox?.stop()
  })

  describe('its declaration', () => contractSuite(entries, () => school))

  describe('another school’s value', () => foreignValues(entries, () => sides))
  describe('lists', () => foreignLists(entries, () => ({ ...sides, system: cluster.system })))
  test('no action of one school has changed an object of the other', async () => {
    expect(Object.keys(sides.before).length).toBeGreaterThan(0)
    expect(await versionsOf(sides.theirs)).toMatchObject(sides.before)
  })

  describe('roles and scopes', () => matrix(entries, () => ({ ...staff, system: cluster.system })))
  describe('a file', () => fileReferences(entries, () => staff))
  describe('a student', () => ownObjects(entries, () => staff))
  describe('a change', () => writers(entries, () => staff))
  describe('a computation', () => computations(entries, () => staff))
  describe('a person who leaves meanwhile', () =>
    erasures(entries, () => ({ ...staff, system: cluster.system })))
  describe('a caller who leaves meanwhile', () =>
    erasuresOfCallers(entries, () => ({ ...staff, system: cluster.system })))

  describe('a read walks no table', () => plansOf(service, () => cluster))
}
