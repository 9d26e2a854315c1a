import { builder } from '../builder.ts'
import { blockHandlers } from './block.handlers.ts'
import { PollAnswerEntity } from './block.store.ts'
import { closeBlockTask, countPollTask, showBlockTask } from './show-block.run.ts'

export const blockResource = builder.resource({
  handlers: [blockHandlers],
  entities: [PollAnswerEntity],
  tasks: [showBlockTask, countPollTask, closeBlockTask],
  naming: {
    off: (id, { blocks }) => blocks.naming('offer_id', id),
    frm: (id, { blocks }) => blocks.naming('form_id', id),
  },
})
