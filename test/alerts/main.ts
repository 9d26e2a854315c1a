// `npm run alerts`: a system beside Debian's Prometheus and Alertmanager. Every expression of a dashboard returns a series;
// and for each alert, what it is about is broken, a receiver hears that it fires, then it is healed, and the receiver hears
// that it has ended.
//
//   npm run alerts -- [--only NoLeader,DiskFull]

import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { parseArgs } from 'node:util'
import { asOwner, eventually, ownerUrl, startUp } from '@lms/testing'
import { selfSigned } from '@lms/testing/certificates'
import { breaks, tellOfBackup, type World } from './breaks.ts'
import { expressions, rules } from './observe-files.ts'
import { checkFiles, checkPrograms, type Stack, startStack } from './stack.ts'

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const patience = 120_000
const say = (line: string) => void process.stdout.write(`${line}\n`)
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

async function secureServer(): Promise<Server> {
  const server = createServer(selfSigned('school.example', 90), socket => socket.end())
  server.on('tlsClientError', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return server
}

async function fireAndEnd(alert: string, world: World, stack: Stack): Promise<void> {
  // What another one broke may still be over the limit.
  await eventually(`${alert} to be quiet`, () => !stack.isFiring(alert), patience)
  const began = performance.now()
  const heal = await breaks[alert]!(world)
  let fired: string
  try {
    await eventually(`${alert} to fire`, () => stack.isFiring(alert), patience)
    fired = seconds(began)
  } finally {
    await heal()
  }
  const healed = performance.now()
  await eventually(`${alert} to end`, () => !stack.isFiring(alert), patience)
  say(`${alert}: fired after ${fired}, ended ${seconds(healed)} after it was healed`)
}

checkPrograms()
checkFiles()
say('The files are as Prometheus and Alertmanager read them.')
const missing = rules().filter(({ alert }) => !breaks[alert])
if (missing.length) throw new Error(`Nothing breaks ${missing.map(({ alert }) => alert).join(', ')}.`)
const up = await startUp({ processes: true })
const secure = await secureServer()
let stack: Stack | null = null
try {
  const owner = ownerUrl(up.folder)
  const watcher = new URL(owner)
  watcher.username = 'alerts_watcher'
  watcher.password = 'watcher'
  await asOwner(owner, client =>
    client.query(`create role alerts_watcher login password 'watcher' in role pg_monitor`),
  )
  const certificateAt = `127.0.0.1:${(secure.address() as AddressInfo).port}`
  stack = await startStack({ up, postgresUrl: watcher.toString(), certificateAt })
  const { textfiles } = stack
  tellOfBackup(textfiles, [])
  const world = { up, ownerUrl: owner, secure, textfiles, folder: up.folder }
  const only = values.only?.split(',')
  for (const { alert } of rules().filter(({ alert }) => !only || only.includes(alert)))
    await fireAndEnd(alert, world, stack)
  if (!only) await checkDashboards(stack)
  say('All alerts have fired and ended.')
} finally {
  await stack?.stop()
  secure.close()
  await up.stop()
}

/** Every expression has returned a series by now: what counts failures has been counted, too. */
async function checkDashboards(running: Stack): Promise<void> {
  const { ready } = up
  const headers = { authorization: `Bearer ${ready.api_key}` }
  await eventually('a refusal for a rate', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => fetch(`${ready.base_url}/v1/me`, { headers })),
    )
    return answers.some(({ status }) => status === 429)
  })
  for (const { where, expr } of expressions()) {
    const query = expr.replaceAll('$__rate_interval', '30s').replaceAll('$service', '.+')
    await eventually(
      `a series of ${where}: ${query}`,
      async () => (await running.series(query)).length > 0,
      30_000,
    )
  }
  say(`${expressions().length} expressions of dashboards return series.`)
}
