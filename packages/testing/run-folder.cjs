// The shared part of one test run: its seed, and a folder for its files, which is removed with the run.
const { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } = require('node:fs')
const { freemem, tmpdir } = require('node:os')
const { join } = require('node:path')

/** What the files of a run may take in memory, with as much left for the processes. */
const enough = 5 * 1024 ** 3

/**
 * Each test file starts on a copy of a Postgres of 40 to 110 MB, so a run writes more than 50 GB. In memory a copy takes
 * a fifth of the time of one on a disk: on a busy machine a file's servers start in 1 s, not in 5 to 10.
 */
function inMemory() {
  const shared = '/dev/shm'
  if (process.env.TMPDIR || !existsSync(shared) || freemem() < 2 * enough || !mayExecute(shared)) return
  const { bavail, bsize } = statfsSync(shared)
  if (bavail * bsize >= enough) process.env.TMPDIR = shared
}

/** A browser is unpacked there and started. */
const mayExecute = folder =>
  !readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .some(line => line.split(' ')[1] === folder && line.split(' ')[3].split(',').includes('noexec'))

module.exports = ({ seed }) => {
  process.env.LMS_TEST_SEED = String(seed)
  process.stderr.write(`The same again: npm test -- --seed ${seed}\n`)
  // Later runs of the same process share the files of the first.
  if (process.env.LMS_TEST_RUN_FOLDER) return
  inMemory()
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
