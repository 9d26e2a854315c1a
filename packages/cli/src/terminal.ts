// Output on the terminal.
import { stripVTControlCharacters } from 'node:util'
import colors from 'picocolors'

export const say = (text = ''): void => void process.stdout.write(`${text}\n`)
export const complain = (text: string): void => void process.stderr.write(`${text}\n`)

/** Prints a value as JSON, for `--json`. */
export const sayJson = (value: unknown): void => say(JSON.stringify(value, null, 2))

/** Prints an error for the person at the terminal; with LMS_DEBUG also the stack. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (process.env.LMS_DEBUG) return error.stack ?? error.message
  const { details = [] } = error as { details?: { path: string; message: string }[] }
  return [error.message, ...details.map(({ path, message }) => `  ${path}: ${message}`)].join('\n')
}

/** Aligned columns; the last one has its own length. */
export function columns(rows: readonly (readonly string[])[], gap = 2): string[] {
  const width = (text: string) => stripVTControlCharacters(text).length
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map(row => width(row[index] ?? ''))))
  return rows.map(row =>
    row
      .map((cell, index) =>
        index === row.length - 1 ? cell : cell + ' '.repeat(widths[index]! - width(cell) + gap),
      )
      .join(''),
  )
}

/** The steps of a start: a line for each completed step. On a terminal, one more line names the running ones. */
export class Progress {
  readonly #live = process.stdout.isTTY === true
  readonly #running = new Set<string>()

  /** Runs the step; its line shows the outcome and the duration. `detail` adds text to the line. */
  async step<T>(name: string, work: () => Promise<T>, detail: (result: T) => string = () => ''): Promise<T> {
    const started = performance.now()
    this.#running.add(name)
    this.#showRunning()
    const end = (line: string) => {
      this.#running.delete(name)
      this.line(line)
    }
    try {
      const result = await work()
      const seconds = colors.dim(`${((performance.now() - started) / 1000).toFixed(1)} s`)
      end(`${colors.green('✓')} ${[name, detail(result), seconds].filter(Boolean).join('  ')}`)
      return result
    } catch (error) {
      end(`${colors.red('✗')} ${name}`)
      throw error
    }
  }

  /** Prints a permanent line. */
  line(text: string): void {
    say(this.#live ? `\r\u001b[K${text}` : text)
    this.#showRunning()
  }

  #showRunning(): void {
    if (!this.#live || this.#running.size === 0) return
    const names = [...this.#running].join(', ').slice(0, (process.stdout.columns || 80) - 4)
    process.stdout.write(`\r\u001b[K${colors.dim(`… ${names}`)}`)
  }
}
