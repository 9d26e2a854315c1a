// Unit tests before specs, which start servers; short files before long ones.
const { statSync } = require('node:fs')
const Sequencer = require('@jest/test-sequencer').default

const weight = ({ path }) => (path.endsWith('.spec.ts') ? 1e9 : 0) + statSync(path).size
module.exports = class QuickFirst extends Sequencer {
  sort(tests) {
    return [...tests].sort((one, other) => weight(one) - weight(other))
  }
}
