// The bytes of files that are being made. They are committed together with the place that their maker has come to, so
// that after a crash no byte is missing and none is there twice.
import { column, tenantEntity, type UnitOfWork } from '@lms/service-host'
import { pieceBytes } from '@lms/site/contract'

/** Bytes of a file that is being made, until the storage has them. */
export const PieceEntity = tenantEntity(
  'service',
  'file_pieces',
  {
    file_id: column.id<'fil'>().primary(),
    number: column.integer().primary(),
    content: column.text(),
  },
  { archive: { never: 'parts of files that are being made', returns: 'empty' } },
)

export class PieceStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** Adds bytes after this many pieces; returns the number of pieces then. */
  add(fileId: string, pieces: number, bytes: Buffer): number {
    let count = pieces
    for (let at = 0; at < bytes.length; at += pieceBytes)
      this.#work.write(
        `insert into "service"."file_pieces" (school_id, file_id, number, content) values ($1, $2, $3, $4)`,
        [this.#work.school, fileId, String(++count), bytes.subarray(at, at + pieceBytes).toString('base64')],
      )
    return count
  }

  /** Sets a piece, in base64, in place of an earlier one of its number. */
  put(fileId: string, number: number, content: string): void {
    this.#work.write(
      `insert into "service"."file_pieces" (school_id, file_id, number, content) values ($1, $2, $3, $4)
       on conflict (school_id, file_id, number) do update set content = excluded.content`,
      [this.#work.school, fileId, String(number), content],
    )
  }

  /**
   * Adds bytes to a file of this size, all of whose pieces but the last are whole: the last one is filled first. Returns
   * the number of pieces then.
   */
  async grow(fileId: string, size: number, bytes: Buffer): Promise<number> {
    const fullPieces = Math.floor(size / pieceBytes)
    const rest =
      size % pieceBytes ? Buffer.from((await this.get(fileId, fullPieces + 1)) ?? '', 'base64') : null
    const all = rest ? Buffer.concat([rest, bytes]) : bytes
    for (let at = 0; at < all.length; at += pieceBytes)
      this.put(fileId, fullPieces + at / pieceBytes + 1, all.subarray(at, at + pieceBytes).toString('base64'))
    return fullPieces + Math.ceil(all.length / pieceBytes)
  }

  /** Removes the first pieces, up to this one. */
  removeUpTo(fileId: string, number: number): void {
    this.#work.write(
      `delete from "service"."file_pieces" where school_id = $1 and file_id = $2 and number <= $3`,
      [this.#work.school, fileId, String(number)],
    )
  }

  /** A piece in base64, counted from 1; null if there is none. */
  async get(fileId: string, number: number): Promise<string | null> {
    const { rows } = await this.#work.read(
      `select content from "service"."file_pieces" where school_id = $1 and file_id = $2 and number = $3`,
      [this.#work.school, fileId, String(number)],
    )
    return rows[0]?.[0] ?? null
  }

  /** The bytes of a range, which may end earlier; all pieces but the last are whole. Of each piece no more is read. */
  async range(fileId: string, { start, length }: { start: number; length: number }): Promise<Buffer> {
    const first = Math.floor(start / pieceBytes)
    const last = Math.floor((start + length - 1) / pieceBytes)
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    const parts = await Promise.all(
      numbers.map(number => {
        const from = Math.max(0, start - number * pieceBytes)
        const until = Math.min(pieceBytes, start + length - number * pieceBytes)
        return this.#partOf(fileId, number + 1, { from, until })
      }),
    )
    return Buffer.concat(parts)
  }

  /** Bytes of one piece; none if there is no such piece. Three bytes are four signs of base64. */
  async #partOf(fileId: string, number: number, { from, until }: { from: number; until: number }) {
    const before = Math.floor(from / 3)
    const { rows } = await this.#work.read(
      `select substr(content, $4::int, $5::int) from "service"."file_pieces"
       where school_id = $1 and file_id = $2 and number = $3`,
      [
        ...[this.#work.school, fileId, String(number)],
        ...[String(before * 4 + 1), String((Math.ceil(until / 3) - before) * 4)],
      ],
    )
    return Buffer.from(rows[0]?.[0] ?? '', 'base64').subarray(from - before * 3, until - before * 3)
  }

  remove(fileId: string): void {
    this.#work.write(`delete from "service"."file_pieces" where school_id = $1 and file_id = $2`, [
      this.#work.school,
      fileId,
    ])
  }
}
