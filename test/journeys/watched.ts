// The whole product under `lms up`, watched from outside: by a receiver of all its events, by `lms trace`, and by a browser.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient, type LmsClient } from '@lms/api'
import type { Envelope } from '@lms/contract'
import { startUp, type Up } from '@lms/testing'
import { startBrowser } from '@lms/testing/browser'
import express from 'express'
import type { Browser } from 'playwright-core'
import { receiver } from '../receivers/express.ts'

const main = fileURLToPath(new URL('../../packages/cli/lms.mjs', import.meta.url))
const secret = 'a secret of the receiver'

export interface Watched {
  up: Up
  api: LmsClient
  browser: Browser
  /** All events of the school since the start. */
  received: Envelope[]
  /** The request of each received event. */
  requests: Map<string, string>
  /** The text that `lms trace` prints. */
  traced(requestId: string): Promise<string>
  stop(): Promise<void>
}

export async function startWatched(): Promise<Watched> {
  const up = await startUp()
  const api = createClient({ baseUrl: up.ready.base_url, apiKey: up.ready.api_key })
  const received: Envelope[] = []
  const requests = new Map<string, string>()
  const app = express()
  app.use(express.raw({ type: () => true, limit: '1mb' }), (request, _response, next) => {
    requests.set(JSON.parse(String(request.body)).id, String(request.header('x-request-id')))
    next()
  })
  app.use(receiver({ secret, handle: event => received.push(event) }))
  const listening = app.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  await api.webhooks.create({ body: { url: `http://127.0.0.1:${port}/hook`, events: ['*'], secret } })
  const browser = await startBrowser(Number(new URL(up.ready.site_url).port))

  const traced = async (requestId: string) => {
    const env = {
      ...process.env,
      LMS_OPERATOR_URL: up.ready.operator_url,
      LMS_OPERATOR_TOKEN: up.installation.operatorToken,
    }
    return (await promisify(execFile)(process.execPath, [main, 'trace', requestId], { env })).stdout
  }
  const stop = async () => {
    await browser.close()
    listening.close()
    await up.stop()
  }
  return { up, api, browser, received, requests, traced, stop }
}
