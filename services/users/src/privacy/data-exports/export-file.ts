// The file of an export, assembled kind by kind and page by page, with a maximum size.

/** Maximum bytes of a file: some tens of thousands of events and orders. The whole file is in memory, two at a time. */
export const maxBytes = 32 * 1024 * 1024

export class ExportTooLarge extends Error {}

export class ExportFile {
  readonly #most: number
  readonly #parts: string[] = []
  #bytes = 0

  constructor(most = maxBytes) {
    this.#most = most
  }

  /** Adds text; throws ExportTooLarge if the file would exceed its maximum. */
  add(text: string): void {
    this.#bytes += Buffer.byteLength(text)
    if (this.#bytes > this.#most)
      throw new ExportTooLarge(`The data of the person exceed ${this.#most} bytes.`)
    this.#parts.push(text)
  }

  /** Adds a list from pages, and requests each page after the one before. */
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
