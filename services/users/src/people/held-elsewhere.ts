// What the other services hold about people: every one is asked, for each knows what it declares.
import type { Held } from '@lms/contract'
import { hostOperations, type Work } from '@lms/service-host'

type Asking = Pick<Work, 'runtime' | 'work'>

const hostOperationsOf = (service: string, { runtime, work }: Asking) => {
  const scope = { school: work.school, requestId: work.origin.requestId }
  return runtime.sibling(service, { hostOperations }, scope).hostOperations
}

/** What other services hold about a person. Refuses with unavailable where one of them is away. */
export async function heldElsewhere(userId: string, asking: Asking): Promise<(Held & { service: string })[]> {
  const { siblings, signing } = asking.runtime.config
  const others = Object.keys(siblings).filter(name => name !== signing.name)
  const answers = await Promise.all(
    others.map(async service => {
      const operations = hostOperationsOf(service, asking)
      const { held } = await operations.held({ body: { user_id: userId as never } })
      return held.map(one => ({ service, ...one }))
    }),
  )
  return answers.flat()
}

/** All that a service holds about a person of one kind, page by page. */
export async function* dataElsewhere(
  { service, what }: { service: string; what: string },
  userId: string,
  asking: Asking,
): AsyncGenerator<object[]> {
  for (let after: string | null = null; ; ) {
    const page: { items: object[]; next: string | null } = await hostOperationsOf(service, asking).data({
      body: { user_id: userId as never, what, after },
    })
    yield page.items
    if (page.next === null) return
    after = page.next
  }
}
