import { setImmediate as nextTurn } from 'node:timers/promises'
import { catalog } from './catalog.ts'

/**
 * Loads what a question needs, piece by piece: in one piece it keeps all other requests of the process waiting for 0.3 s.
 * Between two pieces others have their turn.
 */
export async function loadAgent(): Promise<void> {
  const { parts } = await import('@lms/api/parts')
  for (const load of [...parts, catalog, () => import('./dialogues.ts')]) {
    await nextTurn()
    await load()
  }
}
