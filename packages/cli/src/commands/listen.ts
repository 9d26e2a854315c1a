// `lms listen`: forwards a school's events to a program on this machine, signed as webhooks are. It reads the journal
// as a feed, so the school needs no subscription, and the program no address that the world can reach.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type LmsClient } from '@lms/api'
import { type Envelope, eventCatalogue } from '@lms/contract'
import { deliveryHeaders, isKnownMask } from '@lms/webhooks/contract'
import type { Command } from 'commander'
import colors from 'picocolors'
import { complain, describeError, say } from '../terminal.ts'
import { folderAt } from '../up/folder.ts'
import { readReady } from '../up/ready.ts'

export interface Listening {
  api: LmsClient
  /** Masks of event types: `order.*`. */
  types: string[]
  forwardTo: string
  secret: string
  signal: AbortSignal
  say(line: string): void
  complain(line: string): void
  everyMs?: number
}

const deadline = 10_000
const pageSize = 100

/** Forwards what enters the journal from now on, in its order, until the signal. What the program refuses is passed over. */
export async function listen(listening: Listening): Promise<void> {
  const { api, types, signal, everyMs = 500 } = listening
  let last = await newestSequence(api)
  let failures = 0
  while (!signal.aborted) {
    try {
      const { data } = await api.events.list({
        query: { type: types.join(','), 'sequence[gt]': last, sort: 'sequence', limit: pageSize },
      })
      failures = 0
      for (const event of data) {
        if (signal.aborted) return
        await forward(event as Envelope, listening)
        last = event.sequence
      }
      if (data.length === pageSize) continue
    } catch (error) {
      failures++
      listening.complain(describeError(error))
    }
    await pause(Math.min(everyMs * 2 ** failures, 30_000), null, { signal }).catch(() => {})
  }
}

async function newestSequence(api: LmsClient): Promise<number> {
  const { data } = await api.events.list({ query: { sort: '-sequence', limit: 1 } })
  return data[0]?.sequence ?? 0
}

async function forward(
  event: Envelope,
  { forwardTo, secret, signal, say, complain }: Listening,
): Promise<void> {
  const body = JSON.stringify(event)
  const headers = deliveryHeaders({
    secret,
    eventId: event.id,
    body,
    now: new Date(),
    requestId: '0'.repeat(32),
    userAgent: 'lms-listen/1',
  })
  const name = `${event.type} ${event.id}`
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(deadline)])
    const response = await fetch(forwardTo, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: limit,
    })
    await response.body?.cancel()
    const status = response.ok ? colors.green(String(response.status)) : colors.red(String(response.status))
    say(`${status} ${name}`)
  } catch (error) {
    complain(`${colors.red('---')} ${name}: ${describeError(error)}`)
  }
}

interface ListenOptions {
  forwardTo: string
  events: string[]
  secret?: string
  data: string
}

export function listenCommand(program: Command): void {
  program
    .command('listen')
    .description('forward a school’s events to a program on this machine, signed as webhooks are')
    .requiredOption('--forward-to <url>', 'where to: http://localhost:3000/hook')
    .option('--events <mask...>', 'which: order.paid, order.*', ['*'])
    .option('--secret <secret>', 'what to sign with; one is made if left out')
    .option('--data <folder>', 'the data folder of the running system', '.lms')
    .addHelpText('after', '\nAnother school, or one elsewhere: set LMS_BASE_URL and LMS_API_KEY.')
    .action(run)
}

/** Refuses what `fetch` would not send to: `localhost:3000` is read as an address whose scheme is `localhost`. */
export function checkForward(url: string): void {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return
  const example = /^[\w.-]+:\d+/.test(url) ? `http://${url}` : 'http://localhost:3000/hook'
  throw new Error(`--forward-to takes an address with http:// or https://. Write ${example}.`)
}

/** Refuses masks that no event will ever fit. */
export function checkMasks(masks: readonly string[]): void {
  for (const mask of masks.filter(one => !isKnownMask(one))) {
    const group = mask.split('.')[0]!
    const types = eventCatalogue.filter(entry => entry.group === group).map(({ type }) => type)
    const groups = [...new Set(eventCatalogue.map(entry => `${entry.group}.*`))]
    throw new Error(
      `--events: there is no event ${JSON.stringify(mask)}. Write * for all, or one of ` +
        `${(types.length ? [`${group}.*`, ...types] : groups).join(', ')}.`,
    )
  }
}

async function run({
  forwardTo,
  events,
  secret = randomBytes(24).toString('base64url'),
  data,
}: ListenOptions) {
  checkForward(forwardTo)
  checkMasks(events)
  const ready = await readReady(folderAt(data).ready)
  const baseUrl = process.env.LMS_BASE_URL ?? ready?.base_url
  const apiKey = process.env.LMS_API_KEY ?? ready?.api_key
  if (!baseUrl || !apiKey)
    throw new Error('No system runs there. Start one with `npm start`, or set LMS_BASE_URL and LMS_API_KEY.')
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
  say(`secret  ${secret}`)
  say(`Forwarding ${events.join(', ')} to ${forwardTo}. Ctrl-C ends it.`)
  const api = createClient({ baseUrl, apiKey })
  await listen({ api, types: events, forwardTo, secret, signal: ending.signal, say, complain })
}
