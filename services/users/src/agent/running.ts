// A running answer of the agent: one of the few of its school, over all replicas, that ends within a second when the
// access of its person does. No connection is held meanwhile.
import { type Id, newId, Refused } from '@lms/contract'
import { inSchool, lazyStores, type SchoolRuntime } from '@lms/service-host'
import { builder } from '../builder.ts'
import { agentCaller } from './caller.ts'
import { maxRunning, messageRefusals } from './message.contract.ts'
import { TurnStore } from './turn.store.ts'

export interface Running {
  readonly school: string
  readonly runtime: SchoolRuntime
  /** Ends when the client leaves; null if that is not noticed. */
  readonly clientSignal: AbortSignal | null
  /** Milliseconds to wait for a turn. */
  readonly patienceMs: number
  /** The credential by whose end the answer ends; null for one that is shorter than a look. */
  readonly watched: string | null
}
const Stores = lazyStores(builder.stores)

export interface TurnGrant {
  readonly signal: AbortSignal
  /** Counts tokens, for the school and, where the platform pays, for the platform; what it has taken by now. */
  readonly spend: (tokens: number) => number
}

/** The platform as an owner of counts: an id that no school has. */
export const platformId = 'sch_00000000000000000000000000' as Id<'sch'>
/** Milliseconds between looks at the access of a running dialogue. */
const lookMs = 400
const waitMs = 100

/** Runs an answer in a turn of the school; refuses if none becomes free. */
export async function inTurn<T>(
  running: Running,
  paidByPlatform: boolean,
  act: (turn: TurnGrant) => Promise<T>,
): Promise<T> {
  const { school, runtime, clientSignal, watched } = running
  const id = newId('agm')
  await takeTurn(id, running)
  const closed = new AbortController()
  const signal = clientSignal ? AbortSignal.any([closed.signal, clientSignal]) : closed.signal
  const watch = watched && watchAccess(watched, running, closed)
  let tokens = 0
  try {
    return await orCut(signal, act({ signal, spend: more => (tokens += more) }))
  } finally {
    if (watch) clearInterval(watch)
    await inSchool(
      school,
      runtime,
      async ({ work }) => {
        const turns = new TurnStore(work)
        turns.giveBack(id)
        turns.spend(tokens)
      },
      { database: runtime.database.of(school) },
    )
    if (tokens && paidByPlatform)
      await inSchool(platformId, runtime, async ({ work }) => new TurnStore(work).spend(tokens))
  }
}

async function takeTurn(id: string, { school, runtime, patienceMs }: Running): Promise<void> {
  const ends = performance.now() + patienceMs
  while (true) {
    const hasTurn = await inSchool(school, runtime, ({ work }) => new TurnStore(work).take(id, maxRunning), {
      database: runtime.database.of(school),
    })
    if (hasTurn) return
    if (performance.now() >= ends) throw new Refused(messageRefusals.agent_busy)
    await new Promise(resolve => setTimeout(resolve, waitMs))
  }
}

/** Looks again and again whether the credential is still good: the same question that gateways ask. */
function watchAccess(token: string, { school, runtime }: Running, closed: AbortController): NodeJS.Timeout {
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    await inSchool(
      school,
      runtime,
      ({ work, now }) => agentCaller(token, { now, work, runtime }, new Stores(work)),
      { database: runtime.database.of(school) },
    ).catch(error => {
      // A database that is away for a moment closes nothing.
      if (error instanceof Refused && error.refusal.status < 500)
        closed.abort(new Refused(messageRefusals.agent_closed))
    })
    isLooking = false
  }
  return setInterval(() => void look(), lookMs)
}

/** The result, or the reason of the signal, also where the work does not heed it. */
function orCut<T>(signal: AbortSignal, result: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cut = () => reject(signal.reason)
    if (signal.aborted) return cut()
    signal.addEventListener('abort', cut, { once: true })
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', cut))
  })
}
