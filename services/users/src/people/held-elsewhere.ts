// The data of other services about people: every service is asked, because each knows its own declaration.
import type { Held } from '@lms/contract'
import { hostOperations, type Work } from '@lms/service-host'

type Asking = Pick<Work, 'runtime' | 'work'>

const hostOperationsOf = (service: string, { runtime, work }: Asking) => {
  const scope = { school: work.school, requestId: work.origin.requestId }
  return runtime.sibling(service, { hostOperations }, scope).hostOperations
}

/** The data of other services about a person. Refuses with unavailable if one of them is unavailable. */
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

/** All data of one kind that a service has about a person, page by page. */
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
