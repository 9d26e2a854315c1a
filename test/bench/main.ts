// `npm run bench`: requests beside their floors, and webhooks beside a bare loop. Ratios and medians count; rates
// depend on the machine.
//
//   npm run bench -- [--rounds 5] [--seconds 3] [--only get|list|create|change|webhooks|webhooks/<section>]
//                    [--deliveries 20000] [--profile <folder>]
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { measureRequests, requestSections } from './requests.ts'
import { webhookSections } from './webhooks/sections.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string' },
    /** Deliveries over which the memory of webhooks is watched. */
    deliveries: { type: 'string', default: '20000' },
    /** Where the webhooks service leaves a CPU profile. */
    profile: { type: 'string' },
  },
})

const { only, profile } = options
const rounds = Number(options.rounds)
const [area, section] = only?.split('/') ?? []
if (area && area !== 'webhooks' && !requestSections.includes(area))
  throw new Error(`There is nothing named ${area}: --only takes ${requestSections.join(', ')} or webhooks.`)

const machine = { cpus: cpus().length, load_before: loadavg() }
const results =
  area === 'webhooks'
    ? {}
    : await measureRequests({ rounds, seconds: Number(options.seconds), section: area })
const webhooks =
  area === undefined || area === 'webhooks'
    ? await webhookSections({ rounds, deliveries: Number(options.deliveries), profile, section })
    : {}
const measured = { measured_at: new Date().toISOString(), machine, results, webhooks }
writeFileSync('bench.json', `${JSON.stringify(measured, null, 2)}\n`)
