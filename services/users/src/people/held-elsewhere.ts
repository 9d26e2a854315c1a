import { type Held, personDoor } from '@lms/contract'
import type { Work } from '@lms/service-host'

/** The services that hold something about people besides this one. */
const keepers = ['commerce', 'webhooks', 'service'] as const

/** What other services hold about a person. Refuses with unavailable where one of them is away. */
export async function heldElsewhere(
  userId: string,
  { runtime, work }: Pick<Work, 'runtime' | 'work'>,
): Promise<(Held & { service: string })[]> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const installed = keepers.filter(name => Object.hasOwn(runtime.config.siblings, name))
  const answers = await Promise.all(
    installed.map(async service => {
      const door = runtime.sibling(service, { personDoor }, scope).personDoor
      const { held } = await door.held({ body: { user_id: userId as never } })
      return held.map(one => ({ service, ...one }))
    }),
  )
  return answers.flat()
}
