import { builder } from '../../builder.ts'
import { DrawnQuestionEntity } from './drawn-question.store.ts'
import { QuestionFigureEntity } from './figure.store.ts'
import { questionHandlers } from './question.handlers.ts'
import { QuestionVersionEntity } from './question.store.ts'
import { QuestionFileEntity } from './question-file.store.ts'

export const questionResource = builder.resource({
  handlers: [questionHandlers],
  entities: [QuestionVersionEntity, QuestionFigureEntity, QuestionFileEntity, DrawnQuestionEntity],
  naming: { fil: (id, { questionFiles }) => questionFiles.showing(id) },
})
