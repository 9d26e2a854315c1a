import { builder } from '../../builder.ts'
import { personalData } from './all-personal-data.ts'

export const personalDataResource = builder.resource({
  personalData,
})
