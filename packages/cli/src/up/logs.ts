// Logs of the services. Each writes directly into its own file, so that its lines outlive this process, which reads the
// files and shows errors on the terminal.
import { closeSync, openSync } from 'node:fs'
import { copyFile, open, rename, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Folder } from './folder.ts'

export const logPath = (folder: Folder, name: string) => join(folder.logs, `${name}.log`)

/** The number of logs of earlier starts, and the maximum size of a log (bytes). */
const maxLogs = 3
const longest = 64 * 1024 * 1024

/** Sets the log of the last start aside and begins a new one. */
export async function rotate(path: string): Promise<void> {
  for (let number = maxLogs - 1; number >= 1; number--)
    await rename(`${path}.${number}`, `${path}.${number + 1}`).catch(() => {})
  await rename(path, `${path}.1`).catch(() => {})
}

/** A descriptor that appends to the log, for a child's output; and a function to close ours after the child has it. */
export function openLog(path: string): { fd: number; close(): void } {
  const fd = openSync(path, 'a', 0o600)
  return { fd, close: () => closeSync(fd) }
}

/** The last lines of a log. */
export async function lastLines(path: string, count: number): Promise<string> {
  const file = await open(path).catch(() => null)
  if (!file) return ''
  try {
    const { size } = await file.stat()
    const from = Math.max(0, size - 16_384)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
    return buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').slice(-count).map(readable).join('\n')
  } finally {
    await file.close()
  }
}

/** A pino line in readable form; other lines unchanged. */
function readable(line: string): string {
  const entry = parse(line)
  if (!entry) return line
  return [entry.msg, entry.err?.message].filter(Boolean).join(': ')
}

interface LogEntry {
  level: number
  msg?: string
  err?: { message?: string }
}

function parse(line: string): LogEntry | null {
  try {
    const entry = JSON.parse(line)
    return typeof entry?.level === 'number' ? entry : null
  } catch {
    return null
  }
}

const errorLevel = 50
/**
 * Maximum lines shown for one log within `calmMs`: a service without its database repeats the same line many times a
 * second.
 */
const maxShown = 3
const calmMs = 10_000

/** Follows the log from its present end and returns its errors, a few at a time. */
export class LogFollower {
  readonly #path: string
  readonly #show: (line: string) => void
  #at = 0
  #rest = ''
  #shownAt: number[] = []
  #timer: NodeJS.Timeout | null = null
  #reading = false

  constructor(path: string, show: (line: string) => void) {
    this.#path = path
    this.#show = show
  }

  start(): void {
    this.#timer = setInterval(() => void this.#read().catch(() => {}), 500)
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
  }

  async #read(): Promise<void> {
    if (this.#reading) return
    this.#reading = true
    try {
      const { size } = await stat(this.#path)
      if (size < this.#at) this.#at = 0
      if (size > this.#at) await this.#take(size)
      if (size > longest) await this.#cut()
    } finally {
      this.#reading = false
    }
  }

  async #take(size: number): Promise<void> {
    const file = await open(this.#path)
    try {
      const length = Math.min(size - this.#at, 1024 * 1024)
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, this.#at)
      this.#at += bytesRead
      const lines = (this.#rest + buffer.toString('utf8', 0, bytesRead)).split('\n')
      this.#rest = lines.pop()!.slice(-100_000)
      for (const line of lines) this.#look(line)
    } finally {
      await file.close()
    }
  }

  #look(line: string): void {
    const entry = parse(line)
    if (!entry || entry.level < errorLevel) return
    const now = performance.now()
    this.#shownAt = this.#shownAt.filter(at => now - at < calmMs)
    if (this.#shownAt.length >= maxShown) return
    this.#shownAt.push(now)
    const more = this.#shownAt.length === maxShown ? ` (more in ${this.#path})` : ''
    this.#show(readable(line) + more)
  }

  /** The service appends, so after the truncation it continues at the new end. */
  async #cut(): Promise<void> {
    await copyFile(this.#path, `${this.#path}.1`)
    await truncate(this.#path, 0)
    this.#at = 0
  }
}
