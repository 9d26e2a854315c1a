// What one run of the suite has once for all its files: its seed, and what they make, in a folder that goes with the run.
const { chmodSync, mkdtempSync, rmSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')

module.exports = ({ seed }) => {
  process.env.LMS_TEST_SEED = String(seed)
  process.stderr.write(`The same again: npm test -- --seed ${seed}\n`)
  // Runs of one process after the other share what the first has made.
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
