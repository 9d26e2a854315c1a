import { builder } from '../builder.ts'
import { erasePersonTask } from './erasure.ts'
import { eventsOfPerson } from './journal.data.ts'

export const erasureResource = builder.resource({
  tasks: [erasePersonTask],
  personalData: [eventsOfPerson],
})
