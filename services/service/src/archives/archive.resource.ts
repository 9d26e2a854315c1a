import { builder } from '../builder.ts'
import { fullExportHandlers, standingArchives } from './archive.handlers.ts'
import { buildArchiveTask } from './archive.run.ts'
import { ArchiveEntryEntity } from './entry.store.ts'
import { tellOwnersTask } from './owners-mail.run.ts'

export const archiveResource = builder.resource({
  handlers: [fullExportHandlers],
  entities: [ArchiveEntryEntity],
  tasks: [buildArchiveTask, tellOwnersTask],
  used: {
    archives_limit_reached: ({ exports }, most) => exports.standing(most, standingArchives),
  },
})
