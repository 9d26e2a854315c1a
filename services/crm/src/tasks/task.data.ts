import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { ManagerTask } from './task.contract.ts'

const store = ({ tasks }: Stores) => tasks
// The texts are about the person of the task, not about who does it.
const withoutTexts = ManagerTask.omit({ title: true, description: true, result: true })

export const tasksAboutPerson = builder.personalData({
  what: 'tasks of managers about them',
  on_merge: 'they become tasks about the person who stays',
  needs: 'tasks:write',
  erased: 'titles, descriptions, results',
  kept: 'states, times, who did them',
  why: 'they are the work of the staff',
  ...rowsOfPerson(store, 'manager_tasks.user_id', ManagerTask),
  move: ({ from, into, erased }, _, { tasks }) => {
    if (erased) tasks.blankOf(from)
    tasks.moveTo('user_id', into, from)
  },
  erase: (userId, _, { tasks }) => tasks.blankOf(userId),
})

export const assignedTasksOfPerson = builder.personalData({
  what: 'tasks of managers assigned to them',
  on_merge: 'they are assigned to the person who stays',
  needs: 'tasks:write',
  erased: 'the assignment of open tasks',
  kept: 'the tasks',
  why: 'they are about other people',
  ...rowsOfPerson(store, 'manager_tasks.assignee_id', withoutTexts),
  move: ({ from, into }, _, { tasks }) => tasks.moveTo('assignee_id', into, from),
  erase: (userId, _, { tasks }) => tasks.unassign(userId),
})

export const createdTasksOfPerson = builder.personalData({
  what: 'tasks of managers that they made',
  on_merge: 'they count as made by the person who stays',
  needs: 'tasks:write',
  erased: null,
  kept: 'the tasks',
  why: 'they are about other people',
  ...rowsOfPerson(store, 'manager_tasks.author_id', withoutTexts),
  move: ({ from, into }, _, { tasks }) => tasks.moveTo('author_id', into, from),
})
