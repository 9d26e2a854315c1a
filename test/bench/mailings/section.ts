// A mailing to many people beside a loop that hands over as many mails: CPU of crm with Postgres, and the memory of crm.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { crmContract } from '@lms/crm/contract'
import { crmService } from '@lms/crm/service'
import { registry } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { asOwner, eventually } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { SMTPServer } from 'smtp-server'
import { type AreaRig, startArea } from '../area.ts'
import { cpuOf } from '../cpu.ts'
import { printTable } from '../webhooks/table.ts'
import type { BareTask } from './bare.ts'

const main = new URL('../../../services/crm/src/main.ts', import.meta.url)
/** As many as a mailing has shards. */
const atOnce = 8
const patience = 3_600_000

export async function mailingsSection(mails: number) {
  const server = await startSink()
  const env = { LMS_SMTP_URL: server.url, LMS_MAIL_FROM: 'lms@mail.example' }
  const services = [siteService, usersService, crmService]
  const rig = await startArea(services, main, { rounds: 1, seconds: 1 }, env)
  try {
    const school = await fill(rig, mails)
    const bare = await bareLoop(rig, { smtp: server.url, mails })
    const ours = await mailing(rig, school, server.taken)
    const ratio = ours.cpu / bare.cpu
    const grown = ours.memory.end / ours.memory.fifth
    printTable(
      `${mails} e-mails: CPU ms each, with Postgres; memory of crm in MiB`,
      ['', 'CPU ms', 'mails/s', 'after a fifth', 'at the end'],
      [
        ['a loop over nodemailer, with inserts', bare.cpu, bare.rate, '', ''],
        ['a mailing', ours.cpu, ours.rate, ours.memory.fifth, ours.memory.end],
      ],
    )
    return { bare, ours, ratio, grown }
  } finally {
    await rig.stop()
    await server.close()
  }
}

/** A mail server in this process, whose CPU is not counted, that keeps nothing. */
async function startSink() {
  let mails = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData(stream, _, done) {
      stream.on('data', () => undefined)
      stream.on('end', () => {
        mails++
        done()
      })
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>(resolve => server.close(() => resolve()))
  return { url: `smtp://127.0.0.1:${port}`, taken: () => mails, close }
}

/** A school of as many people: one is made, and the others are copies. */
async function fill({ system }: AreaRig, people: number) {
  const { registry: schools } = system.internal('site', { registry })
  const { id: school } = await schools.create({ body: { name: 'Bench', domains: ['bench.example'] } })
  const caller = system.caller({ school })
  const { users } = system.client('users', usersContract.resources, caller)
  const { id } = await users.create({ body: { email: 'ann@people.example', first_name: 'Ann' } })
  await asOwner(system.ownerUrl, async client => {
    const { rows } = await client.query(
      `select column_name as name from information_schema.columns where table_schema = 'users' and table_name = 'users'
       and column_name not in ('id', 'email', 'email_key', 'search_text')`,
    )
    const columns = rows.map(({ name }) => `"${name}"`).join(', ')
    await client.query(
      `insert into users.users (id, email, email_key, search_text, ${columns})
       select 'usr_0' || lpad(n::text, 25, '0'), e.address, e.address, e.address, ${columns}
       from users.users, generate_series(1, $2::int - 1) n, lateral (select 'person-' || n || '@people.example') e (address)
       where id = $1`,
      [id, people],
    )
    await client.query('analyze users.users')
  })
  return system.client('crm', crmContract.resources, caller)
}

async function bareLoop(
  { system, pids }: AreaRig,
  { smtp, mails }: Pick<BareTask, 'smtp' | 'mails'>,
): Promise<{ cpu: number; rate: number }> {
  const child = fork('test/bench/mailings/bare.ts', { execArgv: ['--no-warnings'] })
  try {
    const counted = [child.pid!, pids.postgres]
    const [before, began] = [cpuOf(counted), performance.now()]
    child.send({ smtp, mails, database: system.ownerUrl, atOnce } satisfies BareTask)
    await once(child, 'message')
    return {
      cpu: (cpuOf(counted) - before) / mails,
      rate: (mails * 1000) / (performance.now() - began),
    }
  } finally {
    child.kill('SIGKILL')
  }
}

async function mailing(
  { pids }: AreaRig,
  { mailings }: Awaited<ReturnType<typeof fill>>,
  countReceived: () => number,
): Promise<{ cpu: number; rate: number; memory: { fifth: number; end: number } }> {
  const content = {
    subject: 'Autumn courses',
    body: 'Hello {{ user.first_name }}, **our courses** begin in September.',
  }
  const { id } = await mailings.create({
    body: { name: 'Autumn', topic: 'study', ...content, audience: { everyone: true } },
  })
  const path = { id }
  const counted = [pids.service, pids.postgres]
  const [sentBefore, before, began] = [countReceived(), cpuOf(counted), performance.now()]
  await mailings.start({ path, body: {} })
  const { audience } = await eventually(
    'the audience',
    async () => {
      const { counts } = await mailings.get({ path })
      return counts.sent > 0 && counts
    },
    patience,
  )
  await eventually('a fifth', () => countReceived() - sentBefore >= audience / 5, patience)
  const fifth = residentMib(pids.service)
  const { counts } = await eventually(
    'the end',
    async () => {
      if (countReceived() - sentBefore < audience) return null
      const current = await mailings.get({ path })
      return current.status === 'finished' && current
    },
    patience,
  )
  if (counts.sent !== counts.audience) throw new Error(`Not everyone has it: ${JSON.stringify(counts)}`)
  return {
    cpu: (cpuOf(counted) - before) / counts.sent,
    rate: (counts.sent * 1000) / (performance.now() - began),
    memory: { fifth, end: residentMib(pids.service) },
  }
}

const residentMib = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
