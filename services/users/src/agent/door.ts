// The way of the agent to the school's API: the gateway, like every client's.

import { type Ask, askGateway } from '@lms/agent'
import { common, type Id, Refused } from '@lms/contract'
import type { OutsideRuntime, Setting, Work } from '@lms/service-host'
import { registry } from '@lms/site/contract'
import { type Credential, signCredential } from './credential.ts'
import { notePeople } from './people-in-dialogue.ts'

export const gatewaySetting: Setting = {
  name: 'LMS_GATEWAY_URL',
  about: 'The address of the gateway inside the installation, through which the agent of a school reads.',
  example: 'http://gateway:8000',
  check: value => {
    if (!/^https?:$/.test(new URL(value).protocol))
      throw new Error('LMS_GATEWAY_URL must be an http address.')
  },
  container: { value: 'http://gateway:8000' },
}

/** What is needed to reach a school's API: no database. */
export interface Way {
  readonly host: string
  readonly token: string
  readonly requestId: string
  /** The people in the answers of the school so far, by their ids. */
  readonly people: Set<string>
}

/** The school's host, and a credential; asks the site service. */
export async function wayFor(
  credential: Credential,
  { work, runtime, now }: Pick<Work, 'work' | 'now'> & { runtime: Pick<OutsideRuntime, 'client' | 'vault'> },
): Promise<Way> {
  const { school } = work
  const { requestId } = work.origin
  const { schools } = await runtime
    .client('site', { registry }, { school: null, requestId })
    .registry.batch({ body: { ids: [school as Id<'sch'>] } })
  const host = schools[0]?.domains[0]
  if (!host) throw unavailableRefusal()
  const token = signCredential(credential, school, Date.parse(now), runtime.vault)
  return { host, token, requestId, people: new Set() }
}

/** Calls by this way; rejects if the gateway is away. */
export function askBy(way: Way, signal: AbortSignal, { config }: Pick<OutsideRuntime, 'config'>): Ask {
  const origin = config.settings.LMS_GATEWAY_URL
  if (!origin) throw unavailableRefusal()
  const ask = askGateway({ ...way, origin, signal })
  return async request => {
    const answer = await ask(request)
    notePeople(answer.body, way.people)
    return answer
  }
}

/** Milliseconds that the reads of one request may take. */
export const readingMs = 10_000

/** The same for the reads of one request, with a deadline; 503 if the gateway is away. */
export async function reading<T>(
  way: Way,
  runtime: Pick<OutsideRuntime, 'config'>,
  act: (ask: Ask) => Promise<T>,
): Promise<T> {
  try {
    return await act(askBy(way, AbortSignal.timeout(readingMs), runtime))
  } catch (error) {
    if (error instanceof Refused) throw error
    throw unavailableRefusal()
  }
}

const unavailableRefusal = () =>
  new Refused(common.unavailable, 'The agent cannot read the school for a moment. Ask again.')
