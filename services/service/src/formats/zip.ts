// A ZIP file (APPNOTE.TXT 6.3) that is written in steps: between two of them its state is a few numbers, so that another
// process can go on. Each step ends on a full flush of deflate, after which the next one needs nothing of it.
import { constants, crc32, deflateRawSync } from 'node:zlib'

interface Entry {
  readonly name: string
  readonly offset: number
  crc: number
  packed: number
  size: number
}

export interface ZipState {
  /** Bytes written so far. */
  offset: number
  entries: Entry[]
  /** The entry that is being written. */
  open: Entry | null
}

export const emptyZip = (): ZipState => ({ offset: 0, entries: [], open: null })

/** Maximum bytes of an entry before packing: below 4 GiB the fields of ZIP have 32 bits. */
export const mostEntryBytes = 2 ** 31

/** The flags of an entry: its sizes follow after its bytes; its name is UTF-8. */
const flags = 0x0808
/** 1980-01-01: files with the same content are the same bytes. */
const date = 0x0021
const version = 20
const deflate = 8

/** Writes to a ZIP file; returns bytes, and changes the state. */
export class ZipWriter {
  readonly #state: ZipState
  readonly #out: Buffer[] = []

  constructor(state: ZipState) {
    this.#state = state
  }

  begin(name: string): void {
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(version, 4)
    header.writeUInt16LE(flags, 6)
    header.writeUInt16LE(deflate, 8)
    header.writeUInt16LE(date, 12)
    header.writeUInt16LE(Buffer.byteLength(name), 26)
    this.#state.open = { name, offset: this.#state.offset, crc: 0, packed: 0, size: 0 }
    this.#push(header, Buffer.from(name))
  }

  add(text: string): void {
    const open = this.#open()
    const plain = Buffer.from(text)
    const packed = deflateRawSync(plain, { finishFlush: constants.Z_FULL_FLUSH })
    open.crc = crc32(plain, open.crc)
    open.size += plain.length
    open.packed += packed.length
    this.#push(packed)
  }

  end(): void {
    const open = this.#open()
    // The empty last block of a deflate stream.
    open.packed += 2
    const after = Buffer.alloc(16)
    after.writeUInt32LE(0x08074b50, 0)
    this.#sizes(after, 4, open)
    this.#push(Buffer.from([0x03, 0x00]), after)
    this.#state.entries.push(open)
    this.#state.open = null
  }

  whole(name: string, text: string): void {
    this.begin(name)
    this.add(text)
    this.end()
  }

  /** The directory at the end. */
  close(): void {
    const { entries, offset: start } = this.#state
    for (const entry of entries) {
      const header = Buffer.alloc(46)
      header.writeUInt32LE(0x02014b50, 0)
      header.writeUInt16LE(version, 4)
      header.writeUInt16LE(version, 6)
      header.writeUInt16LE(flags, 8)
      header.writeUInt16LE(deflate, 10)
      header.writeUInt16LE(date, 14)
      this.#sizes(header, 16, entry)
      header.writeUInt16LE(Buffer.byteLength(entry.name), 28)
      header.writeUInt32LE(entry.offset, 42)
      this.#push(header, Buffer.from(entry.name))
    }
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(entries.length, 8)
    end.writeUInt16LE(entries.length, 10)
    end.writeUInt32LE(this.#state.offset - start, 12)
    end.writeUInt32LE(start, 16)
    this.#push(end)
  }

  /** The bytes since the last call. */
  take(): Buffer {
    return Buffer.concat(this.#out.splice(0))
  }

  #open(): Entry {
    if (!this.#state.open) throw new Error('No entry of the ZIP file is open.')
    return this.#state.open
  }

  #sizes(buffer: Buffer, at: number, { crc, packed, size }: Entry): void {
    buffer.writeUInt32LE(crc, at)
    buffer.writeUInt32LE(packed, at + 4)
    buffer.writeUInt32LE(size, at + 8)
  }

  #push(...parts: Buffer[]): void {
    for (const part of parts) this.#state.offset += part.length
    this.#out.push(...parts)
  }
}
