// Runs a file of tests as Jest does, but where a mutant is alive no further than to the first failure: that kills it.
// Jest's own `bail` does not work when Stryker starts it, and Stryker wants "jest-circus" in the name.
const circus = require('jest-circus/runner').default

/** The mutant that a test has noticed already. */
let dead = null

module.exports = async (globalConfig, config, environment, runtime, testPath, send) => {
  const { __STRYKER_ACTIVE_MUTANT__: mutant } = process.env
  if (mutant !== undefined && mutant === dead) return nothingOf(testPath)
  const inner = environment.handleTestEvent?.bind(environment)
  environment.handleTestEvent = async (event, state) => {
    if (mutant !== undefined) {
      if (event.name === 'test_fn_failure') dead = mutant
      if (event.name === 'test_start' && mutant === dead) event.test.mode = 'skip'
    }
    await inner?.(event, state)
  }
  const result = await circus(globalConfig, config, environment, runtime, testPath, send)
  // Failures of hooks are those of their tests, which Jest marks as failed unless they are skipped.
  if (mutant !== undefined && result.numFailingTests > 0) dead = mutant
  return result
}

const nothingOf = testFilePath => ({
  failureMessage: null,
  leaks: false,
  numFailingTests: 0,
  numPassingTests: 0,
  numPendingTests: 1,
  numTodoTests: 0,
  openHandles: [],
  perfStats: {
    end: 0,
    loadTestEnvironmentEnd: 0,
    loadTestEnvironmentStart: 0,
    runtime: 0,
    setupAfterEnvEnd: 0,
    setupAfterEnvStart: 0,
    setupFilesEnd: 0,
    setupFilesStart: 0,
    slow: false,
    start: 0,
  },
  skipped: true,
  snapshot: {
    added: 0,
    fileDeleted: false,
    matched: 0,
    unchecked: 0,
    uncheckedKeys: [],
    unmatched: 0,
    updated: 0,
  },
  testFilePath,
  // One at least, or Jest says that there is no test in the file.
  testResults: [{ ancestorTitles: [], failureMessages: [], fullName: '', status: 'pending', title: '' }],
})
