import { builder } from '../builder.ts'
import { transportSettings } from './settings.ts'

export const transportResource = builder.resource({
  settings: transportSettings,
})
