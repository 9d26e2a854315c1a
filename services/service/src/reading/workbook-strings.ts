// The shared texts of a workbook, read as far as somebody asks for them: sheets name them in about their order.
import { ArchiveRefused } from '@lms/archive'
import type { Sender } from '@lms/content/in-thread'
import { inReadingThread } from './in-reading-thread.ts'
import { batches } from './workbook-rows.ts'

/** Bytes that the thread gets at once, and those in which a text has to end. */
const atOnce = 256 * 1024
const maxTextBytes = 1024 ** 2

export class SharedStrings {
  readonly #texts: string[] = []
  readonly #sender: Sender
  #parts: AsyncGenerator<Buffer> | null
  #rest = Buffer.alloc(0)

  /** `parts` are the bytes of the entry; null for a workbook without shared texts. */
  constructor(parts: AsyncGenerator<Buffer> | null, sender: Sender) {
    this.#parts = parts && batches(parts, atOnce)
    this.#sender = sender
  }

  /** The text of a number, from 0; throws `ArchiveRefused` where there is none. */
  async get(number: number): Promise<string> {
    while (!(number < this.#texts.length)) {
      const part = await this.#parts?.next()
      if (!part || part.done) throw new ArchiveRefused('A cell names a shared text that the workbook lacks.')
      this.#rest = Buffer.concat([this.#rest, part.value])
      const { texts, done } = await inReadingThread('strings', this.#rest, this.#sender)
      for (const text of texts) this.#texts.push(text)
      this.#rest = this.#rest.subarray(done)
      if (this.#rest.length > maxTextBytes)
        throw new ArchiveRefused('A shared text of the workbook has more than 1 MiB.')
    }
    return this.#texts[number]!
  }

  /** Ends the reading. */
  async end(): Promise<void> {
    await this.#parts?.return(undefined)
    this.#parts = null
  }
}
