// `npm run audit`: known flaws of the libraries in the image, less those of deploy/audit-exceptions.json. Ends with 1 if
// there are some, and with 2 if the registry did not answer.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { judgeAudit } from './judge.ts'

const exceptions = JSON.parse(
  readFileSync(new URL('../../deploy/audit-exceptions.json', import.meta.url), 'utf8'),
)
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  timeout: 120_000,
  maxBuffer: 64 * 1024 * 1024,
})
const verdict = judgeAudit(stdout ?? '', exceptions, new Date().toISOString().slice(0, 10))
const say = (line: string) => void process.stdout.write(`${line}\n`)
if (verdict.outcome === 'clean') say(`audit: no known flaw; ${verdict.accepted} accepted.`)
else if (verdict.outcome === 'found') {
  for (const line of verdict.lines) say(`audit: ${line}`)
  process.exitCode = 1
} else {
  say(`audit: nothing is known, because the registry did not answer: ${verdict.why}`)
  process.exitCode = 2
}
