// The client's tarball where tools.json brings what the project itself has not: TypeScript 5.9 and workerd.
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { freePorts } from '@lms/local'
import { eventually } from '@lms/testing'
import { compileStrictly, type Packed, projectWith, root } from '../client/empty-project.ts'

/** Compiles the examples of the client; throws with what the compiler says. */
export async function compileExamples(packed: Packed, tools: string): Promise<void> {
  const folder = join(root, 'packages/client/examples')
  const names = readdirSync(folder).filter(name => name.endsWith('.ts'))
  const files = Object.fromEntries(names.map(name => [name, readFileSync(join(folder, name), 'utf8')]))
  const { status, output } = await compileStrictly(packed, files, join(tools, 'typescript/bin/tsc'))
  if (status !== 0) throw new Error(output)
}

const worker = (apiPort: number) => `import { OpenSchool } from '@open-school/client'
export default {
  async fetch() {
    const lms = new OpenSchool({ baseUrl: 'http://127.0.0.1:${apiPort}/api', apiKey: 'lms_key' })
    const ids = []
    for await (const { id } of lms.orders.list({ status: 'paid' })) ids.push(id)
    return new Response(ids.join())
  },
}`

const configuration = (port: number) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["private", "public", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "bundle.js")],
  compatibilityDate = "2026-10-01",
);
`

/** Lists two pages of orders from a worker; `bundle` makes bundle.js of worker.js in the project. */
export async function listInWorkerd(
  packed: Packed,
  tools: string,
  bundle: (project: string) => void,
): Promise<void> {
  const api = createServer((request, response) => {
    const isSecond = new URL(request.url!, 'http://localhost').searchParams.has('cursor')
    const page = { data: [{ id: isSecond ? 'ord_2' : 'ord_1' }], next_cursor: isSecond ? null : 'c1' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(page))
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => api.once('listening', resolve))
  const [port] = (await freePorts(1)) as [number]
  const project = projectWith(packed, { 'worker.js': worker((api.address() as AddressInfo).port) })
  writeFileSync(join(project, 'config.capnp'), configuration(port))
  bundle(project)
  let program: ChildProcess | undefined
  try {
    program = spawn(join(tools, '.bin/workerd'), ['serve', 'config.capnp'], {
      cwd: project,
      stdio: 'inherit',
    })
    const text = await eventually('workerd', async () => (await fetch(`http://127.0.0.1:${port}/`)).text())
    if (text !== 'ord_1,ord_2') throw new Error(`The worker answered: ${text}`)
  } finally {
    program?.kill()
    api.close()
  }
}
