import { builder } from '../../builder.ts'
import { comments } from './comment.contract.ts'
import { lessonCommentsOfPerson } from './comment.data.ts'
import { commentHandlers } from './comment.handlers.ts'

export const commentResource = builder.resource({
  handlers: [commentHandlers],
  knowsPresent: [comments],
  personalData: [lessonCommentsOfPerson],
})
