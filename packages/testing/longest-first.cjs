// Two workers end together if the longest files start first. Jest itself knows the durations only after a first run.
const { existsSync } = require('node:fs')
const { join } = require('node:path')
const Sequencer = require('@jest/test-sequencer').default

const root = join(__dirname, '../..')
const longest = [
  'test/faults/killed.spec.ts',
  'test/hostile/hostile.spec.ts',
  'packages/cli/src/up/up.spec.ts',
  'test/services',
  'test/neighbours/neighbours.spec.ts',
  'test/journeys/order.spec.ts',
  'test/journeys/sale.spec.ts',
  'test/faults/lost-stream.spec.ts',
  'services/webhooks/src/faults/killed.spec.ts',
  'services/webhooks/src/dispatch/dispatch.spec.ts',
  'services/webhooks/src/notify/notices.spec.ts',
  'test/faults/slow-postgres.spec.ts',
  'services/webhooks/src/faults/outages.spec.ts',
  'test/architecture/new-service.spec.ts',
].map(path => join(root, path))

const missing = longest.filter(path => !existsSync(path))
if (missing.length) throw new Error(`Gone, so take them out of ${__filename}: ${missing.join(', ')}`)

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) => [...longest, ''].findIndex(each => path.startsWith(each))
    return super.sort(tests).sort((a, b) => place(a) - place(b))
  }
}
