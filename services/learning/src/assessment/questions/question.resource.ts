import { builder } from '../../builder.ts'
import { QuestionFigureEntity } from './figure.store.ts'
import { questionHandlers } from './question.handlers.ts'
import { QuestionVersionEntity } from './question.store.ts'

export const questionResource = builder.resource({
  handlers: [questionHandlers],
  entities: [QuestionVersionEntity, QuestionFigureEntity],
})
