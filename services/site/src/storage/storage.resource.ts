import { builder } from '../builder.ts'
import { storageSettings } from './settings.ts'
import { storageStreams } from './streams.ts'

export const storageResource = builder.resource({
  settings: storageSettings,
  streams: storageStreams,
})
