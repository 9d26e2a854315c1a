// Maxima: creating one object too many is refused.
import type { OperationEntry } from '@lms/api'
import type { Most } from '@lms/contract'
import type { Example, School } from './building.ts'
import { expectAnswer } from './expect.ts'

/** The maximum is lowered to the present number of objects: the system runs in this process. */
export function roomTests(
  entry: OperationEntry,
  room: Most,
  example: () => Promise<Example>,
  school: () => School,
): void {
  test('creates no more than its maximum', async () => {
    const request = await example()
    const { most, refusal } = room
    try {
      Object.assign(room, { most: 0 })
      const { status, body } = await school().ask(entry, request)
      expect([status, (body as any).error?.reason]).toEqual([refusal.status, refusal.reason])
    } finally {
      Object.assign(room, { most })
    }
    expectAnswer(await school().ask(entry, request), entry.operation)
  })
}
