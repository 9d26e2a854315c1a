import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { Enrollment } from './enrollment.contract.ts'

export const enrollmentsOfPerson = builder.personalData({
  what: 'enrollments',
  on_merge:
    'they move; of two in one course the one of the person who stays is kept, with the earlier completion',
  needs: 'enrollments:write',
  erased: null,
  kept: 'course, flow, states, times',
  why: 'ids and times alone name nobody',
  ...rowsOfPerson(({ enrollments }: Stores) => enrollments, 'enrollments.user_id', Enrollment),
  move: ({ from, into }, _, { enrollments }) => enrollments.moveTo(into, from),
})
