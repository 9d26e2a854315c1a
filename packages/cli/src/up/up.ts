// `lms up`: a running school on this machine, with everything it needs.
import { shrinkHeap } from '@lms/service-host/heap'
import colors from 'picocolors'
import { columns, Progress, say } from '../terminal.ts'
import { demoSchool } from './child-task.ts'
import { writeJson } from './files.ts'
import { emptyFolder, folderAt, makeFolder } from './folder.ts'
import type { UpOptions } from './options.ts'
import { type Plan, targetsOf } from './plan.ts'
import { checkPorts } from './ports.ts'
import { type Ready, ReadyFile } from './ready.ts'
import { RunRecord } from './run-record.ts'
import { watchEnding } from './shutdown.ts'
import { System } from './system.ts'

/** Starts everything; returns when the user has ended it and everything has stopped. */
export async function up(options: UpOptions): Promise<void> {
  const host = process.env.LMS_HOST ?? '127.0.0.1'
  const folder = folderAt(options.data)
  const progress = new Progress()
  if (options.reset && Object.keys(process.env).some(name => /^DATABASE_URL/.test(name)))
    throw new Error(
      '--reset empties the data folder, but not the database of DATABASE_URL, so the two would not match. ' +
        'Drop the schemas there yourself, or start without DATABASE_URL.',
    )
  await makeFolder(folder)
  process.env.NODE_COMPILE_CACHE ??= folder.code
  const record = await RunRecord.take(folder, line => progress.line(line))
  const readyFile = new ReadyFile(folder.ready)
  const ending = watchEnding(() => {
    system.killAll()
    process.exit(130)
  })
  const system: System = new System(folder, {
    progress,
    record,
    ending: ending.signal,
    changed: pids => void readyFile.update(pids),
  })
  ending.signal.addEventListener('abort', () => system.beginEnd())
  try {
    if (options.reset) {
      await emptyFolder(folder)
      await makeFolder(folder)
    }
    await checkPorts(options, host)
    const plan = await system.start(options, host)
    await writeJson(folder.targets, targetsOf(plan))
    const { filling, ...ready } = await openApi(plan, progress, ending.signal)
    await readyFile.open(ready, system.pids)
    welcome(plan, ready, progress)
    if (!ready.filled) {
      await progress.step(
        'people, courses and sales of the demo school',
        () => filling,
        counts => counts,
      )
      await readyFile.open({ ...ready, filled: true }, system.pids)
    }
    shrinkHeap()
    await ending.requested
  } catch (error) {
    if (!ending.signal.aborted) throw error
  } finally {
    if (ending.signal.aborted) progress.line('Stopping …')
    await readyFile.remove()
    await system.stop()
    await record.release()
    ending.dispose()
  }
  say('Everything has stopped.')
}

type ReadyFacts = Omit<Ready, 'pids'>

/** Creates the demo school, and returns the addresses and its key; `filling` is a line about what it has at its end. */
async function openApi(
  plan: Plan,
  progress: Progress,
  ending: AbortSignal,
): Promise<ReadyFacts & { filling: Promise<string> }> {
  const { port, operatorPort } = plan.options
  const site = `http://localhost${port === 80 ? '' : `:${port}`}`
  const addresses = { site, operator: `http://127.0.0.1:${operatorPort}` }
  const demo = await progress.step(
    'demo school',
    () => demoSchool(plan, addresses, ending),
    () => 'on localhost',
  )
  return {
    base_url: `${site}/api`,
    site_url: site,
    operator_url: addresses.operator,
    mails_url: plan.mailPort === null ? null : `${addresses.operator}/mails`,
    ...demo,
  }
}

function welcome({ folder }: Plan, ready: ReadyFacts, progress: Progress): void {
  const { bold, cyan, dim } = colors
  const rows = [
    ['API of the demo school', cyan(ready.base_url)],
    ['its owner’s key', ready.api_key],
    ['its website', cyan(ready.site_url)],
    ['its sales', 'in test mode: test cards pay, no money moves'],
    ['reference', cyan(`${ready.site_url}/docs`)],
    ['platform team’s API', cyan(ready.operator_url)],
    ['its token', `operatorToken in ${folder.installation}`],
    [
      'all mails',
      ready.mails_url
        ? `${cyan(ready.mails_url)} (any name, the token as password)`
        : 'leave by LMS_SMTP_URL',
    ],
    ['logs', folder.logs],
  ]
  progress.line('')
  progress.line(bold('Everything is running.'))
  for (const line of columns(rows)) progress.line(`  ${line}`)
  progress.line('')
  progress.line('Webhooks may be sent to this machine (loopback), but to no other private address.')
  progress.line('A first call:')
  progress.line('')
  progress.line(`  curl -s '${ready.base_url}/v1/orders?limit=1' -H 'Authorization: Bearer ${ready.api_key}'`)
  progress.line('')
  if (!ready.filled) {
    progress.line(
      'The demo school is being filled meanwhile. A subscription that exists now hears of that, too.',
    )
    progress.line('')
  }
  progress.line(dim('Ctrl-C stops everything.'))
}
