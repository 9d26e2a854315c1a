import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { objectionsChanged } from '../people/objections.task.ts'
import { Preferences } from './preferences.contract.ts'
import { joined } from './preferences.rules.ts'

export const preferencesOfPerson = builder.personalData({
  what: 'preferences of messages',
  on_merge: 'what either of both did not want stays off',
  needs: 'preferences:write',
  erased: 'the preferences',
  kept: null,
  why: null,
  ...rowsOfPerson(({ preferences }: Stores) => preferences, 'preferences.user_id', Preferences),
  positionOf: ({ user_id }: Preferences) => user_id,
  move: async ({ from, into }, { work }, { preferences }) => {
    const rows = await preferences.lockMany([from, into])
    const [sourceRow, targetRow] = [from, into].map(id => rows.find(row => row.id === id))
    if (!sourceRow) return
    preferences.remove(sourceRow)
    objectionsChanged(work, [into])
    const { quiet_hours, time_zone } = sourceRow
    if (targetRow) preferences.save(targetRow, joined(targetRow, sourceRow))
    else
      preferences.insert({
        ...preferences.fresh(into),
        user_id: into,
        ...joined(sourceRow, sourceRow),
        quiet_hours,
        time_zone,
      })
  },
  erase: async (userId, _, { preferences }) => {
    for (const row of await preferences.lockMany([userId])) preferences.remove(row)
  },
})
