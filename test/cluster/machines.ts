// Machines are network namespaces of this one. What runs on them is started again when it ends, as systemd does.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The tests, their receivers and their balancer have an address among the machines. */
export const outside = 9
export const addressOf = (number: number) => `10.77.0.${number}`

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'] })
/** What ends here is started again after so long. */
const againMs = 1000

export interface Program {
  name: string
  command: readonly [string, ...string[]]
  env?: Readonly<Record<string, string>>
  /** A user other than root. */
  as?: string
}

export class Machine {
  readonly number: number
  readonly #folder: string
  readonly #programs: Program[] = []
  readonly #children = new Map<string, ChildProcess>()
  #on = true

  constructor(number: number, folder: string) {
    this.number = number
    this.#folder = folder
    mkdirSync(this.folder('logs'), { recursive: true })
  }

  get address(): string {
    return addressOf(this.number)
  }
  get name(): string {
    return `m${this.number}`
  }
  get #namespace(): string {
    return `lms-${this.name}`
  }

  /** A folder of this machine. */
  folder(name: string): string {
    return join(this.#folder, this.name, name)
  }

  /** The machine itself is `outside`: it has only the other end of its wire. */
  connect(): void {
    const device = `lms${this.number}`
    if (this.number === outside) {
      ip('addr', 'add', `${this.address}/24`, 'dev', device)
      ip('link', 'set', device, 'up')
      return
    }
    this.#clear()
    ip('netns', 'add', this.#namespace)
    ip('link', 'set', device, 'netns', this.#namespace)
    ip('-n', this.#namespace, 'addr', 'add', `${this.address}/24`, 'dev', device)
    for (const each of ['lo', device]) ip('-n', this.#namespace, 'link', 'set', each, 'up')
  }

  /** What a killed run has left. */
  #clear(): void {
    const names = ip('netns', 'list').toString().split(/\s/)
    if (!names.includes(this.#namespace)) return
    this.#killAll()
    ip('netns', 'del', this.#namespace)
  }

  #killAll(): void {
    const pids = ip('netns', 'pids', this.#namespace).toString()
    for (const pid of pids.split('\n').filter(Boolean)) kill(Number(pid))
  }

  /** Starts a program, and again whenever it ends. */
  run(program: Program): void {
    this.#programs.push(program)
    void this.#keep(program)
  }

  async #keep(program: Program): Promise<void> {
    const { name, command, env = {}, as } = program
    const user = as ? ['setpriv', `--reuid=${as}`, `--regid=${as}`, '--clear-groups'] : []
    const inside = this.number === outside ? [] : ['ip', 'netns', 'exec', this.#namespace]
    const [file, ...args] = [...inside, ...user, ...command] as [string, ...string[]]
    while (this.#on) {
      const log = openSync(join(this.folder('logs'), `${name}.log`), 'a')
      const stdio = ['ignore', log, log] as const
      const child = spawn(file, args, {
        env: { PATH: process.env.PATH, LC_ALL: 'C', ...env },
        stdio: [...stdio],
      })
      closeSync(log)
      this.#children.set(name, child)
      await once(child, 'exit').catch(() => {})
      if (this.#on) await pause(againMs)
    }
  }

  get programs(): readonly string[] {
    return this.#programs.map(({ name }) => name)
  }

  /** kill -9 of one program. */
  kill(name: string): void {
    this.#children.get(name)?.kill('SIGKILL')
  }

  /** A power cut: everything in it ends at once, also what its programs have started. */
  async off(): Promise<void> {
    this.#on = false
    const ended = [...this.#children.values()].map(
      child => child.exitCode ?? child.signalCode ?? once(child, 'exit'),
    )
    for (const child of this.#children.values()) child.kill('SIGKILL')
    if (this.number !== outside) this.#killAll()
    await Promise.all(ended)
    // The loops that keep programs have ended when these pauses are over.
    await pause(againMs + 100)
  }

  on(): void {
    this.#on = true
    for (const program of this.#programs) void this.#keep(program)
  }

  async remove(): Promise<void> {
    await this.off()
    if (this.number !== outside) ip('netns', 'del', this.#namespace)
  }
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

export interface Wires {
  cut(one: number, other: number): void
  slow(one: number, other: number, ms: number): void
  heal(): void
  close(): Promise<void>
}

/** Connects all machines with each other. */
export async function startWires(machines: readonly Machine[]): Promise<Wires> {
  const program = fileURLToPath(new URL('wire.py', import.meta.url))
  const numbers = machines.map(({ number }) => String(number))
  const child = spawn('python3', [program, ...numbers], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  for (const machine of machines) machine.connect()
  const say = (...words: (string | number)[]) => void child.stdin.write(`${words.join(' ')}\n`)
  return {
    cut: (one, other) => say('cut', one, other),
    slow: (one, other, ms) => say('slow', one, other, ms),
    heal: () => say('heal'),
    close: async () => {
      child.stdin.end()
      await ended
    },
  }
}
