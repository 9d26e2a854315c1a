import { builder } from '../../builder.ts'
import { lessonBlocks } from './block.contract.ts'
import { blockHandlers } from './block.handlers.ts'
import { ContentUseEntity } from './block.store.ts'

export const blockResource = builder.resource({
  handlers: [blockHandlers],
  entities: [ContentUseEntity],
  knowsPresent: [lessonBlocks],
  naming: {
    fil: async (id, { blocks, draftBlocks }) => [
      ...(await blocks.showing(id)),
      ...(await draftBlocks.showing(id)),
    ],
  },
})
