// The file of an export, put together kind by kind and page by page, and no larger than can be held and handed out.

/** Bytes of a file at most: some tens of thousands of events and orders. It is in memory as a whole, one at a time. */
export const mostBytes = 32 * 1024 * 1024

export class ExportTooLarge extends Error {}

export class ExportFile {
  readonly #most: number
  readonly #parts: string[] = []
  #bytes = 0

  constructor(most = mostBytes) {
    this.#most = most
  }

  /** Adds text; throws ExportTooLarge where the file would hold more than it may. */
  add(text: string): void {
    this.#bytes += Buffer.byteLength(text)
    if (this.#bytes > this.#most)
      throw new ExportTooLarge(`The data of the person exceed ${this.#most} bytes.`)
    this.#parts.push(text)
  }

  /** Adds a list of what the pages hold, asking for each when the one before is in. */
  async addList(pages: AsyncIterable<readonly object[]> | Iterable<readonly object[]>): Promise<void> {
    let separator = ''
    this.add('[')
    for await (const page of pages)
      for (const item of page) {
        this.add(separator + JSON.stringify(item))
        separator = ','
      }
    this.add(']')
  }

  get text(): string {
    return this.#parts.join('')
  }
}
