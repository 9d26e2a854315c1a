// Restores as the platform team does.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { asOwner, eventually, type TestSystem } from '@lms/testing'
import type { Gateway } from '@lms/testing/gateway'

const partBytes = 512 * 1024

export interface State {
  status: string
  problem: string | null
  received: number
  to_set: string[]
}

/** Sends the archive. */
export async function send(gateway: Gateway, school: string, archive: Buffer): Promise<void> {
  const restore = await gateway.operator('POST', `/schools/${school}/restore`, {
    ...{ size: archive.length, sha256: createHash('sha256').update(archive).digest('hex') },
  })
  if (restore.status !== 201) throw new Error(JSON.stringify(restore.body))
  for (let received = 0; received < archive.length; ) {
    const content = archive.subarray(received, received + partBytes).toString('base64')
    const { status, body } = await gateway.operator('PUT', `/schools/${school}/restore/bytes`, {
      ...{ offset: received, content },
    })
    if (status !== 200) throw new Error(JSON.stringify(body))
    received = body.received
  }
}

/** Its state when it has ended. */
export const endOf = (gateway: Gateway, school: string): Promise<State> =>
  eventually(
    'the end of the restore',
    async () => {
      const { body } = await gateway.operator('GET', `/schools/${school}/restore`)
      return ['checked', 'done', 'refused', 'failed'].includes(body.status) ? (body as State) : null
    },
    120_000,
  )

/** Sends the archive, and has it restored or only checked. */
export async function restoreInto(
  gateway: Gateway,
  school: string,
  archive: Buffer,
  dry_run = false,
): Promise<State> {
  await send(gateway, school, archive)
  await gateway.operator('POST', `/schools/${school}/restore/run`, { dry_run })
  return endOf(gateway, school)
}

/** Runs `lms …` against an installation. */
export async function runLms(
  { url, token }: { url: string; token: string },
  args: readonly string[],
): Promise<{ code: number; output: string }> {
  const main = fileURLToPath(new URL('../../packages/cli/lms.mjs', import.meta.url))
  const env = { ...process.env, LMS_OPERATOR_URL: url, LMS_OPERATOR_TOKEN: token }
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (output += data))
  const [code] = await once(child, 'close')
  return { code, output }
}

/** How often an operation is in the log of a school. */
export const recordsOf = (system: TestSystem, school: string, operation: string): Promise<number> =>
  asOwner(system.ownerUrl, async client => {
    await client.query('set row_security = off')
    const records = 'select from service.audit_log where school_id = $1 and operation = $2'
    return (await client.query(records, [school, operation])).rowCount ?? 0
  })
