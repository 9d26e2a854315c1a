// What a restore has written, on its way out when it is given up.
import { hostOf } from '../every-service.ts'
import type { At } from '../steps.ts'
import { restoreSchool } from './restore.task.ts'
import { restoringOf } from './restore-check.ts'
import type { PlaceIn, Position } from './restore-place.ts'

/** What stays until the end: the record of the restore with its task, and what site removes by itself. */
const retainedTables: Readonly<Record<string, { tables: string[]; queue: string | null }>> = {
  service: { tables: ['restores'], queue: restoreSchool.name },
  site: { tables: ['schools', 'domains'], queue: null },
}
const nothing = { tables: [], queue: null }

/**
 * Removes some of the rows; the place to go on from, null when nothing of the school is left. A school that has opened
 * loses nothing: its restore goes on from where it was. The bytes of its files go as those of no file (`collect-orphans`).
 */
export async function removeNext(position: PlaceIn<'removal'>, ctx: At): Promise<Position | null> {
  const { is_open } = await restoringOf(ctx).check({ body: { hosts: [] } })
  if (is_open) return position.from
  const service = Object.keys(ctx.runtime.config.serviceAddresses).sort()[position.service]
  if (!service) {
    await restoringOf(ctx).unmark()
    return null
  }
  const { more } = await hostOf(service, ctx).removeRows({
    body: { keep: retainedTables[service] ?? nothing },
  })
  return more ? position : { ...position, service: position.service + 1 }
}
