// Loaded first into every process of Jest: what its workers do besides running tests.
const { join } = require('node:path')

const { JEST_WORKER_ID, LMS_TEST_RUN_FOLDER } = process.env
if (JEST_WORKER_ID) {
  // Jest gives a worker that is done half a second to end, else it kills it and says that something leaks. Taking apart
  // the heap of many test files takes longer than that. So where nothing holds a worker any more it exits, heap and all.
  process.once('beforeExit', () => process.exit())
  // Programs of ours that tests start compile their code once in a run; set here, it is not for the worker itself.
  if (LMS_TEST_RUN_FOLDER) process.env.NODE_COMPILE_CACHE ??= join(LMS_TEST_RUN_FOLDER, 'code')
}
