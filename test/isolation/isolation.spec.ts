// Data that reach a school by themselves, after every change was made once in two schools. `test/services` tries each
// operation with another school's values.
import { operations } from '@lms/api'
import { startCluster, type TestCluster } from '@lms/testing/all-services'
import { flows, type Mailbox, startMailbox } from './flows.ts'
import { roomsOf } from './rooms.ts'
import { rotation } from './rotation.ts'
import { timedTasks } from './timed.ts'
import { doEach, type Side, twoSchools } from './two-schools.ts'

let cluster: TestCluster
let mailbox: Mailbox
let sides: { ours: Side; theirs: Side }
beforeAll(async () => {
  cluster = await startCluster()
  mailbox = await startMailbox()
  sides = await twoSchools(cluster.gateway, async side => {
    await mailbox.subscribe(side)
    await doEach(side, operations)
  })
}, 300_000)
afterAll(async () => {
  await cluster?.stop()
  await mailbox?.stop()
})

describe('asynchronous flows', () => flows(() => ({ ...sides, mailbox })))

describe('rooms of webinars', () => roomsOf(() => ({ ...sides, gateway: cluster.gateway })))

describe('by the clock', () => timedTasks(() => cluster.system))

describe('secret keys', () => rotation(() => ({ ...sides, ...cluster })))
