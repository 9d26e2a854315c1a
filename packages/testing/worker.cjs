// Loaded first into every Jest process.
const { join } = require('node:path')

const { JEST_WORKER_ID, LMS_TEST_RUN_FOLDER } = process.env
if (JEST_WORKER_ID) {
  // 4,000 ports for each of up to four workers.
  const least = 16_384 + ((Number(JEST_WORKER_ID) - 1) % 4) * 4096
  process.env.LMS_FREE_PORTS ??= `${least}-${least + 4095}`
  // Jest gives a finished worker half a second to end, then kills it and reports a leak. Freeing the heap of many test
  // files takes longer. So a worker that nothing keeps alive exits at once.
  process.once('beforeExit', () => process.exit())
  // Child processes of tests compile their code once in a run; set here, it does not affect the worker itself.
  if (LMS_TEST_RUN_FOLDER) process.env.NODE_COMPILE_CACHE ??= join(LMS_TEST_RUN_FOLDER, 'code')
}
