import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { LessonOverride } from './override.contract.ts'

export const overridesOfPerson = builder.personalData({
  what: 'lesson-overrides',
  on_merge: 'they move, with the tags, orders and webinars that opening rules name',
  needs: 'lesson-overrides:write',
  erased: null,
  kept: 'course, lessons, times',
  why: 'ids and times alone name nobody',
  ...rowsOfPerson(({ overrides }: Stores) => overrides, 'lesson_overrides.user_id', LessonOverride),
  move: ({ from, into }, _, { overrides, holdings, attendances }) => {
    overrides.moveTo(into, from)
    holdings.moveTo(into, from)
    attendances.moveTo(into, from)
  },
})
