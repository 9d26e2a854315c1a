import { builder } from '../builder.ts'
import { tellSchoolCall } from './tell-school.run.ts'

export const settingsResource = builder.resource({
  tasks: [tellSchoolCall],
})
