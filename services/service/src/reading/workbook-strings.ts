// The shared texts of a workbook, read as far as somebody asks for them: sheets name them in about their order.
import { ArchiveRefused } from '@lms/archive'
import type { SaxesParser } from 'saxes'
import { localOf, strictParser } from './workbook-xml.ts'

/** The characters of a cell that spreadsheets keep. */
const maxCharacters = 32_767
const tooLong = `A cell of the workbook has more than ${maxCharacters} characters.`

export class SharedStrings {
  readonly #texts: string[] = []
  readonly #parser: SaxesParser
  readonly #decoder = new TextDecoder('utf-8')
  #parts: AsyncGenerator<Buffer> | null

  /** `parts` are the bytes of the entry; null for a workbook without shared texts. */
  constructor(parts: AsyncGenerator<Buffer> | null) {
    this.#parts = parts
    this.#parser = strictParser('The shared texts')
    let text: string | null = null
    // Phonetic readings stand beside the text.
    let isReading = false
    let isText = false
    this.#parser.on('opentag', ({ name }) => {
      const local = localOf(name)
      if (local === 'si') text = ''
      if (local === 'rPh') isReading = true
      if (local === 't') isText = !isReading
    })
    this.#parser.on('text', value => {
      if (!isText || text === null) return
      text += value
      // Thousands of cells may name the same text.
      if (text.length > maxCharacters) throw new ArchiveRefused(tooLong)
    })
    this.#parser.on('closetag', ({ name }) => {
      const local = localOf(name)
      if (local === 't') isText = false
      if (local === 'rPh') isReading = false
      if (local === 'si' && text !== null) {
        this.#texts.push(text)
        text = null
      }
    })
  }

  /** The text of a number, from 0; throws `ArchiveRefused` where there is none. */
  async get(number: number): Promise<string> {
    while (this.#texts.length <= number) {
      const part = await this.#parts?.next()
      if (!part || part.done) throw new ArchiveRefused('A cell names a shared text that the workbook lacks.')
      this.#parser.write(this.#decoder.decode(part.value, { stream: true }))
    }
    return this.#texts[number]!
  }

  /** Ends the reading. */
  async end(): Promise<void> {
    await this.#parts?.return(undefined)
    this.#parts = null
  }
}
