// The school beside: it goes through all operations at a steady pace, whatever becomes of its answers, and takes down
// each answer with its time.
import { setTimeout as pause } from 'node:timers/promises'
import { type OperationEntry, operationId, operations } from '@lms/api'
import { classes, type ErrorBody } from '@lms/contract'
import { eventually } from '@lms/testing'
import { entryOf, exampleOf, type School, succeeds } from '@lms/testing/contract-suite'

interface Noted {
  operation: string
  /** The status with what a refusal says, or why there was none. */
  answer: string
  isSuccess: boolean
  ms: number
}

/** Milliseconds between two operations. */
const pace = 100
/** Milliseconds after which an answer, a webhook or an export is late: on a busy machine many times what it takes alone. */
const deadline = 120_000

/**
 * How often a request is repeated that is told to come again, as every client does, with the key of the first one: on a
 * busy machine its own school's batch of events may hold a lock for longer than a change waits.
 */
const maxRepetitions = 4
const transient = new Set(['unavailable', 'too_busy', 'idempotency_in_progress'])

/** What went wrong: nothing, where the other school is not noticed. */
export interface Notices {
  failed: string[]
  late: string[]
}

const succeeding = operations.filter(succeeds)
/** Where the school is among the operations: it goes on there with the next attack. */
let next = 0
/** Requests so far, each with a key of its own. */
let sent = 0

/**
 * Asks at least so many operations, each with an example of its own, and goes on until `isOver`; meanwhile a person is
 * exported, and the webhook of a new one is awaited (`arrived` says by the person's id whether it has come).
 */
export async function asksOn(
  school: School,
  { least, isOver, arrived }: { least: number; isOver: () => boolean; arrived: (id: string) => boolean },
): Promise<Notices> {
  const noted: Noted[] = []
  const watched = timed(school, one => noted.push(one))
  const running = [exportReady(watched), webhookArrived(watched, arrived)]
  await new Promise<void>(done => {
    let requestCount = 0
    const timer = setInterval(() => {
      running.push(askOnce(watched, succeeding[next++ % succeeding.length]!))
      if (++requestCount < least || !isOver()) return
      clearInterval(timer)
      done()
    }, pace)
  })
  const broken = (await Promise.allSettled(running)).flatMap(one =>
    one.status === 'rejected' && !(one.reason instanceof NoSuccess) ? [(one.reason as Error).message] : [],
  )
  const unsuccessful = noted.filter(({ isSuccess }) => !isSuccess)
  return {
    failed: [...counted(unsuccessful), ...broken],
    late: counted(noted.filter(({ ms }) => ms > deadline)),
  }
}

/** One line for what is alike. */
function counted(noted: readonly Noted[]): string[] {
  const alike = Map.groupBy(noted, ({ operation, answer }) => `${operation} ${answer}`)
  return [...alike].map(([what, ones]) => {
    const longest = Math.round(Math.max(...ones.map(({ ms }) => ms)))
    return `${what}: ${ones.length} times, after at most ${longest} ms`
  })
}

/** An answer that is no success; it has been noted. */
class NoSuccess extends Error {}

async function askOnce(school: School, entry: OperationEntry): Promise<void> {
  const { status } = await school.ask(entry, await exampleOf(entry, school))
  const { success } = classes[entry.operation.class]
  if (status < 300 && status !== success) throw new Error(`${operationId(entry)} answered ${status}`)
}

/** The school with every answer noted. */
function timed(school: School, note: (noted: Noted) => void): School {
  const ask: School['ask'] = async (entry, options) => {
    const started = performance.now()
    const key: Record<string, string> =
      entry.operation.method === 'GET' ? {} : { 'idempotency-key': `beside-${++sent}` }
    const repeatable = { ...options, headers: { ...key, ...options?.headers } }
    const answered = async (repetitions: number): ReturnType<School['ask']> => {
      const answer = await school.ask(entry, repeatable)
      const { reason = '' } = (answer.body as Partial<ErrorBody> | null)?.error ?? {}
      if (repetitions === 0 || !transient.has(reason)) return answer
      await pause(1000)
      return answered(repetitions - 1)
    }
    const end = (answer: string, isSuccess: boolean) =>
      note({ operation: operationId(entry), answer, isSuccess, ms: performance.now() - started })
    try {
      const answer = await answered(maxRepetitions)
      const { reason, message } = (answer.body as Partial<ErrorBody> | null)?.error ?? {}
      end([answer.status, reason, message?.slice(0, 200)].filter(Boolean).join(' '), answer.status < 300)
      return answer
    } catch (error) {
      end((error as Error).message.slice(0, 200), false)
      throw new NoSuccess()
    }
  }
  const done: School['done'] = async (id, options) => {
    const { status, body } = await ask(entryOf(id), options)
    if (status >= 300) throw new NoSuccess()
    return body
  }
  return { ...school, ask, done }
}

const newPerson = (school: School) =>
  school.done('users.create', { body: { email: `beside-${next}-${Math.random()}@school.example` } })

async function exportReady(school: School): Promise<void> {
  const path = { id: (await newPerson(school)).id }
  const isReady = async () => (await school.done('dataExports.order', { path })).status === 'finished'
  await eventually('the export of a person', isReady, deadline)
}

async function webhookArrived(school: School, arrived: (id: string) => boolean): Promise<void> {
  const { id } = await newPerson(school)
  await eventually('the webhook of a new person', () => arrived(id), deadline)
}
