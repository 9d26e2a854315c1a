// Jest gives each test file a module registry of its own; loading all of a service took longer than most files' tests.
// The files of a worker share one: each is loaded anew, what it imports is loaded once. So no module may keep state that
// depends on a test. Jest's own modules are evaluated anew, because they collect the tests of one file.
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')
const { default: runFile } = require('jest-circus/runner')

const seeded = pathToFileURL(join(__dirname, 'src/seeded.ts')).href
let kept = null

/** The environment and the runtime of the worker's first file, which its later files use too. */
function keep(environment, runtime) {
  environment.teardown = async () => undefined
  runtime.teardown = () => undefined
  return { environment, runtime }
}

/** Forgets what belongs to one file: itself, Jest's globals, and the handlers that collect its tests. */
function forgetFile(testPath) {
  const { registries } = kept.runtime
  registries.getInternalCjsRegistry().clear()
  const ofFile = [seeded, pathToFileURL(testPath).href, '@jest/globals']
  const registry = registries.getActiveEsmRegistry()
  for (const key of registry.keys()) if (ofFile.some(each => key.startsWith(each))) registry.delete(key)
  // What a file imports while it is loaded would be refused as an import between tests.
  kept.runtime.testState.state = 'loading'
  delete kept.environment.global[Symbol.for('EVENT_HANDLERS')]
}

module.exports = async (globalConfig, config, environment, runtime, testPath, sendMessage) => {
  kept ??= keep(environment, runtime)
  kept.environment.global.console = environment.global.console
  try {
    return await runFile(globalConfig, config, kept.environment, kept.runtime, testPath, sendMessage)
  } finally {
    forgetFile(testPath)
  }
}
