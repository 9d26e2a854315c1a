import { builder } from '../../builder.ts'
import { cardSetupsOfPerson } from './card-setup.data.ts'
import { forgetCardSetupTask, lookUpCardCall, setUpCall } from './set-up.run.ts'

export const cardSetupResource = builder.resource({
  tasks: [setUpCall, lookUpCardCall, forgetCardSetupTask],
  personalData: [cardSetupsOfPerson],
})
