// A ZIP file (APPNOTE.TXT 6.3) that is written in steps: between two of them its state is a few numbers, so that another
// process can go on. Each step ends on a full flush of deflate, after which the next one needs nothing of it.
import { constants, crc32, deflateRawSync } from 'node:zlib'

/** An entry, as the directory at the end has it. */
export interface Entry {
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
  /** Whether sizes and places have 64 bits: for a file of any size. */
  zip64?: boolean
}

export const emptyZip = (): ZipState => ({ offset: 0, entries: [], open: null })
export const emptyZip64 = (): ZipState => ({ ...emptyZip(), zip64: true })

/** Maximum bytes of an entry before packing: below 4 GiB the fields of ZIP have 32 bits. */
export const maxEntryBytes = 2 ** 31

/** The flags of an entry: its sizes follow after its bytes; its name is UTF-8. */
const flags = 0x0808
/** 1980-01-01: files with the same content are the same bytes. */
const date = 0x0021
const versions = { zip32: 20, zip64: 45 }
const deflate = 8
/** In place of a number of 32 bits that is elsewhere with 64. */
const elsewhere = 0xffffffff

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
    header.writeUInt16LE(this.#version, 4)
    header.writeUInt16LE(flags, 6)
    header.writeUInt16LE(deflate, 8)
    header.writeUInt16LE(date, 12)
    header.writeUInt16LE(Buffer.byteLength(name), 26)
    this.#state.open = { name, offset: this.#state.offset, crc: 0, packed: 0, size: 0 }
    const extra = Buffer.alloc(this.#state.zip64 ? 20 : 0)
    if (this.#state.zip64) {
      header.writeUInt32LE(elsewhere, 18)
      header.writeUInt32LE(elsewhere, 22)
      header.writeUInt16LE(extra.length, 28)
      extra.writeUInt16LE(1, 0)
      extra.writeUInt16LE(16, 2)
    }
    this.#push(header, Buffer.from(name), extra)
  }

  /** Adds to the open entry; bytes that are packed already are stored as they are, with `pack: false`. */
  add(content: string | Buffer, { pack = true } = {}): void {
    const open = this.#open()
    const plain = Buffer.from(content as string)
    const level = pack ? constants.Z_DEFAULT_COMPRESSION : constants.Z_NO_COMPRESSION
    const packed = deflateRawSync(plain, { level, finishFlush: constants.Z_FULL_FLUSH })
    open.crc = crc32(plain, open.crc)
    open.size += plain.length
    open.packed += packed.length
    this.#push(packed)
  }

  end(): void {
    const open = this.#open()
    // The empty last block of a deflate stream.
    open.packed += 2
    const after = Buffer.alloc(this.#state.zip64 ? 24 : 16)
    after.writeUInt32LE(0x08074b50, 0)
    if (this.#state.zip64) {
      after.writeUInt32LE(open.crc, 4)
      writeLong(after, open.packed, 8)
      writeLong(after, open.size, 16)
    } else this.#sizes(after, 4, open)
    this.#push(Buffer.from([0x03, 0x00]), after)
    this.#state.entries.push(open)
    this.#state.open = null
  }

  writeEntry(name: string, content: string | Buffer): void {
    this.begin(name)
    this.add(content)
    this.end()
  }

  /** The entries that have ended since the last call: for a writer that keeps them elsewhere than in its state. */
  takeEntries(): Entry[] {
    return this.#state.entries.splice(0)
  }

  /** The directory at the end. */
  close(): void {
    const { entries, offset: start } = this.#state
    this.directory(entries)
    this.finish({ count: entries.length, start })
  }

  /** Some entries of the directory. */
  directory(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const header = Buffer.alloc(46)
      header.writeUInt32LE(0x02014b50, 0)
      header.writeUInt16LE(this.#version, 4)
      header.writeUInt16LE(this.#version, 6)
      header.writeUInt16LE(flags, 8)
      header.writeUInt16LE(deflate, 10)
      header.writeUInt16LE(date, 14)
      header.writeUInt16LE(Buffer.byteLength(entry.name), 28)
      if (this.#state.zip64) {
        header.writeUInt32LE(entry.crc, 16)
        for (const at of [20, 24, 42]) header.writeUInt32LE(elsewhere, at)
        header.writeUInt16LE(28, 30)
        this.#push(header, Buffer.from(entry.name), longSizes(entry))
      } else {
        this.#sizes(header, 16, entry)
        header.writeUInt32LE(entry.offset, 42)
        this.#push(header, Buffer.from(entry.name))
      }
    }
  }

  /** The end of the directory, which has this many entries and begins at `start`. */
  finish({ count, start }: { count: number; start: number }): void {
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    if (this.#state.zip64) {
      this.#push(longEnd({ count, start, end: this.#state.offset }))
      end.fill(0xff, 8, 20)
    } else {
      end.writeUInt16LE(count, 8)
      end.writeUInt16LE(count, 10)
      end.writeUInt32LE(this.#state.offset - start, 12)
      end.writeUInt32LE(start, 16)
    }
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

  get #version(): number {
    return this.#state.zip64 ? versions.zip64 : versions.zip32
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

const writeLong = (buffer: Buffer, value: number, at: number) => buffer.writeBigUInt64LE(BigInt(value), at)

/** The field of a directory's entry with sizes and place in 64 bits (4.5.3). */
function longSizes({ size, packed, offset }: Entry): Buffer {
  const field = Buffer.alloc(28)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(24, 2)
  for (const [index, value] of [size, packed, offset].entries()) writeLong(field, value, 4 + index * 8)
  return field
}

/** The end of a directory with 64 bits, and where it is (4.3.14, 4.3.15). */
function longEnd({ count, start, end }: { count: number; start: number; end: number }): Buffer {
  const record = Buffer.alloc(76)
  record.writeUInt32LE(0x06064b50, 0)
  writeLong(record, 44, 4)
  record.writeUInt16LE(versions.zip64, 12)
  record.writeUInt16LE(versions.zip64, 14)
  for (const [index, value] of [count, count, end - start, start].entries())
    writeLong(record, value, 24 + index * 8)
  record.writeUInt32LE(0x07064b50, 56)
  writeLong(record, end, 64)
  record.writeUInt32LE(1, 72)
  return record
}
