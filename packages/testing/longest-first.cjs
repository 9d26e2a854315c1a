// Workers end together if the longest files start first. Jest itself knows the durations only after a first run.
const { existsSync } = require('node:fs')
const { join } = require('node:path')
const Sequencer = require('@jest/test-sequencer').default

const root = join(__dirname, '../..')
const longest = [
  'test/services/learning.spec.ts',
  'test/hostile/hostile.spec.ts',
  'packages/cli/src/up/up.spec.ts',
  'test/faults/killed.spec.ts',
  'test/services',
  'test/neighbours/neighbours.spec.ts',
  'test/journeys',
  'test/faults/lost-stream.spec.ts',
  'packages/service-host/src/http/large-answers.spec.ts',
  'test/architecture/new-service.spec.ts',
  'services/service/src/killed.spec.ts',
  'gateway/src/pages/payment.spec.ts',
  'services/commerce/src/money/callbacks/callback.spec.ts',
  'gateway/src/pages/buy.spec.ts',
  'services/webhooks/src/faults',
  'services/webhooks/src/notify/notices.spec.ts',
  // Most of what is here starts all services, however short the file.
  'test',
].map(path => join(root, path))

const missing = longest.filter(path => !existsSync(path))
if (missing.length) throw new Error(`Gone, so take them out of ${__filename}: ${missing.join(', ')}`)

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) => [...longest, ''].findIndex(each => path.startsWith(each))
    return super.sort(tests).sort((a, b) => place(a) - place(b))
  }
}
