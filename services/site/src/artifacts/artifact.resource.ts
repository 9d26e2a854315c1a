import { builder } from '../builder.ts'
import { artifactHandlers, fileReadingHandlers } from './artifact.handlers.ts'
import { forgetArtifactTask, growArtifactCall, storeArtifactCall } from './artifact.run.ts'

export const artifactResource = builder.resource({
  handlers: [fileReadingHandlers, artifactHandlers],
  tasks: [storeArtifactCall, growArtifactCall, forgetArtifactTask],
})
