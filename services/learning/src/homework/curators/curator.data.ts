// Assignments of curators as data about people.
import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { Curator } from './curator.contract.ts'

const Stored = Curator.omit({ load: true })
const store = ({ curators }: Stores) => curators

export const curatorsOfPerson = builder.personalData({
  what: 'assignments as a curator',
  on_merge: 'they become those of the person who stays',
  needs: 'curators:write',
  erased: null,
  kept: 'scopes, absences, times',
  why: 'ids and times alone name nobody',
  ...rowsOfPerson(store, 'curators.curator_id', Stored),
  move: ({ from, into }, _, { curators }) => curators.moveTo(into, from),
})

export const curatedOfPerson = builder.personalData({
  what: 'assignments of curators to them',
  on_merge: 'they become those of the person who stays',
  needs: 'curators:write',
  erased: null,
  kept: 'curator, absences, times',
  why: 'ids and times alone name nobody',
  ...rowsOfPerson(store, 'curators.user_id', Stored),
  move: ({ from, into }, _, { curators }) => curators.moveTo(into, from),
})
