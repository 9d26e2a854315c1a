// No school can tell that there is another one: every operation, asked with another school's values, and everything
// that flows to a school by itself.
import { startSystem, type TestSystem } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'
import { startDoor } from '@lms/testing/door'
import { flows, type Mailbox, startMailbox, versionsOf } from './flows.ts'
import { foreignLists } from './foreign-lists.ts'
import { foreignValues, type Sides } from './foreign-values.ts'
import { twoSchools } from './two-schools.ts'

let system: TestSystem
let mailbox: Mailbox
let sides: Sides
let stop = async () => {}
beforeAll(async () => {
  system = await startSystem({
    services: allServices,
    settings: { settings: { LMS_WEBHOOK_ALLOW_LOOPBACK: '1' } },
  })
  // Guests with bad keys come often here.
  const door = await startDoor(system, { guestLimit: { rate: 1_000_000, burst: 1_000_000 } })
  mailbox = await startMailbox()
  stop = async () => {
    await door.stop()
    await system.stop()
    await mailbox.stop()
  }
  const { ours, theirs } = await twoSchools(door, side => mailbox.subscribe(side))
  sides = { door, ours, theirs, before: await versionsOf(theirs) }
}, 180_000)
afterAll(() => stop())

describe('another school’s value', () => foreignValues(() => sides))
describe('lists', () => foreignLists(() => ({ ...sides, system })))
describe('what flows by itself', () => flows(() => ({ ...sides, mailbox })))
