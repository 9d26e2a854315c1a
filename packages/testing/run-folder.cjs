// The shared part of one test run: its seed, and a folder for its files, which is removed with the run.
const { chmodSync, mkdtempSync, rmSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')

module.exports = ({ seed }) => {
  process.env.LMS_TEST_SEED = String(seed)
  process.stderr.write(`The same again: npm test -- --seed ${seed}\n`)
  // Later runs of the same process share the files of the first.
  if (process.env.LMS_TEST_RUN_FOLDER) return
  const folder = mkdtempSync(join(tmpdir(), 'lms-run-'))
  // Postgres may have to enter it as another user.
  chmodSync(folder, 0o711)
  process.env.LMS_TEST_RUN_FOLDER = folder
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => {
      remove()
      process.kill(process.pid, signal)
    })
}
