// No school can notice another one: every operation with another school's values, and all data that reach a school by
// themselves.
import { startCluster, type TestCluster } from '@lms/testing/all-services'
import { flows, type Mailbox, startMailbox, versionsOf } from './flows.ts'
import { foreignLists } from './foreign-lists.ts'
import { foreignValues, type Sides } from './foreign-values.ts'
import { twoSchools } from './two-schools.ts'

let cluster: TestCluster
let mailbox: Mailbox
let sides: Sides
beforeAll(async () => {
  // Guests with bad keys come often here; tasks wait, so that one may be named before it is over.
  cluster = await startCluster({ guestLimit: { rate: 1_000_000, burst: 1_000_000 } }, { taskSlots: 0 })
  mailbox = await startMailbox()
  const { gateway } = cluster
  const { ours, theirs } = await twoSchools(gateway, side => mailbox.subscribe(side))
  sides = { gateway, ours, theirs, before: await versionsOf(theirs) }
}, 180_000)
afterAll(async () => {
  await cluster?.stop()
  await mailbox?.stop()
})

describe('another school’s value', () => foreignValues(() => sides))
describe('lists', () => foreignLists(() => ({ ...sides, system: cluster.system })))
describe('asynchronous flows', () => flows(() => ({ ...sides, mailbox })))
