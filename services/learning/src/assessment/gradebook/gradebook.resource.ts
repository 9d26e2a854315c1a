import { builder } from '../../builder.ts'
import { gradesOfPerson } from './grade.data.ts'
import { GradeEntity } from './grade.store.ts'
import { gradebooks } from './gradebook.contract.ts'
import { gradebookHandlers } from './gradebook.handlers.ts'

export const gradebookResource = builder.resource({
  handlers: [gradebookHandlers],
  entities: [GradeEntity],
  knowsPresent: [gradebooks],
  personalData: [gradesOfPerson],
})
