// Calls of the API of BigBlueButton (docs.bigbluebutton.org/development/api): a query signed by SHA-256 with the shared
// secret, answered in XML.
import { createHash } from 'node:crypto'
import { InThread } from '@lms/content/in-thread'
import { ask } from '../provider/ask.ts'
import type { VideoContext, VideoKeys } from '../provider/provider.ts'
import type { XmlJobs } from './xml-thread.ts'

/** A school names any server as its BigBlueButton. */
const thread = new InThread<XmlJobs>(new URL('./xml-thread.ts', import.meta.url), {
  ...{ longest: 5000, long: 500, maxWaiting: 100, maxOfSchool: 10, maxOfLong: 2 },
  maxBytes: 8 * 1024 ** 2,
})

/** What BigBlueButton answers: elements by name, texts as they are. */
export type Answer = Record<string, unknown>

/** The signed address of a call. */
export function addressOf(call: string, parameters: Record<string, string>, keys: VideoKeys): URL {
  const { url } = keys.settings.bigbluebutton
  const secret = keys.secret('bigbluebutton.secret')
  if (!url || !secret) throw new Error('The school has no BigBlueButton: bigbluebutton of its settings.')
  const query = new URLSearchParams(parameters).toString()
  const checksum = createHash('sha256').update(`${call}${query}${secret}`).digest('hex')
  return new URL(`api/${call}?${query}&checksum=${checksum}`, url.endsWith('/') ? url : `${url}/`)
}

/** Calls; null if the meeting is not there. Throws for every other answer than success. */
export async function callApi(
  call: string,
  parameters: Record<string, string>,
  context: VideoContext,
): Promise<Answer | null> {
  const url = addressOf(call, parameters, context)
  const { text } = await ask(url, {}, context)
  const answer = await responseOf(text, url.host)
  if (answer.returncode === 'SUCCESS') return answer
  if (answer.messageKey === 'notFound') return null
  throw new Error(`BigBlueButton does not take ${call}: ${textOf(answer.messageKey) || 'no reason'}.`)
}

async function responseOf(text: string, host: string): Promise<Answer> {
  // A declaration of entities could make a small answer large, and BigBlueButton sends none.
  if (text.includes('<!DOCTYPE')) throw new Error('BigBlueButton answers with a document type.')
  const response = within(await thread.run('parse', text, { school: host }), 'response')
  if (!response) throw new Error('What answers for BigBlueButton is something else.')
  return response
}

/** The elements in an element; null if it has none. */
export function within(answer: unknown, name: string): Answer | null {
  const value = (answer as Answer | undefined)?.[name]
  return typeof value === 'object' && value !== null ? (value as Answer) : null
}

/** The elements of a list, such as `attendees` with its `attendee`. */
export const listIn = (answer: Answer, list: string, name: string): Answer[] =>
  [within(answer, list)?.[name] ?? []]
    .flat()
    .filter((each): each is Answer => typeof each === 'object' && each !== null)

/** The text of an element, in one line; empty if it has none. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, 2000) : ''
