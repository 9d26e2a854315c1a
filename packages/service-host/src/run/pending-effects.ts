// What is committed and may not have had all its effects yet. An event stands in its outbox until all readers confirm it, so
// whoever has processed these has processed everything that was committed before.
import type { BodyOf, EventRef, Id } from '@lms/contract'
import { eventSubject, typeOfSubject } from '@lms/events'
import { step, textArray } from '../database/statements.ts'
import { hostOperations, maxSeenAbout } from '../kernel/host.contract.ts'
import type { CatchUp, Runtime, StandingOf, Unseen } from '../work/runtime.ts'

/** The page of a service's own outbox. */
export async function standingIn(
  { types, about, after, until }: BodyOf<typeof hostOperations.standing>,
  school: string,
  { system, service }: Runtime,
) {
  const [[last] = []] =
    until === null
      ? await system.rows(step(`select coalesce(max(position), 0) from "${service}".outbox`))
      : []
  const end = until ?? Number(last)
  const rows = await system.rows(
    step(
      `select position, id, subject from "${service}".outbox
       where school_id = $1 and subject = any($2::text[]) and position > $3 and position <= $4
         and ($5::text is null or strpos(payload, $5) > 0) order by position limit ${maxSeenAbout}`,
      [school, textArray(types.map(type => eventSubject(school, type))), String(after), String(end), about],
    ),
  )
  return {
    events: rows.map(([, id, subject]) => ({ id: id as Id<'evt'>, type: typeOfSubject(subject!)! })),
    last: rows.length === maxSeenAbout ? Number(rows.at(-1)![0]) : null,
    until: end,
  }
}

/** Pages of one service that a wait looks at in one go. */
const pagesAtOnce = 20

/** Whether readers have processed what was committed in a school before. */
export function catchUpAt(runtime: Runtime, unseen: Unseen): CatchUp {
  return async (position, { sources, types, readers }, scope) => {
    const open = position ?? sources.map(service => ({ service, after: 0, until: null }))
    const remaining = await Promise.all(
      open.map(async ({ service: name, ...began }) => {
        if (!Object.hasOwn(runtime.config.serviceAddresses, name)) return []
        const { standing } = runtime.client(name, { hostOperations }, scope).hostOperations
        let { after, until }: { after: number; until: number | null } = began
        for (let page = 0; page < pagesAtOnce; page++) {
          const answer = await standing({ body: { types: [...types], about: null, after, until } })
          until = answer.until
          const late = await unseen(answer.events as EventRef[], readers, scope)
          if (late.size) break
          if (answer.last === null) return []
          after = answer.last
        }
        return [{ service: name, after, until }]
      }),
    )
    const rest = remaining.flat()
    return rest.length ? rest : null
  }
}

/** The events about a person that may not have had all their effects. */
export function standingOfPerson(runtime: Runtime): StandingOf {
  return async (about, { sources, types }, scope) => {
    const present = sources.filter(name => Object.hasOwn(runtime.config.serviceAddresses, name))
    const pages = await Promise.all(
      present.map(name => {
        const { standing } = runtime.client(name, { hostOperations }, scope).hostOperations
        return standing({ body: { types: [...types], about, after: 0, until: null } })
      }),
    )
    return pages.flatMap(({ events }) => events as EventRef[])
  }
}
