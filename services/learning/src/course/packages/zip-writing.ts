// A zip that is made while it is read: entries in their order, nothing of a file kept.
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ContentFile, CourseContent } from './course-content.ts'

export class ZipWriting {
  readonly #zip = new ZipFile()
  readonly #content: CourseContent
  // Equal courses are equal packages.
  readonly #entry: { mtime: Date }

  constructor(content: CourseContent) {
    this.#content = content
    this.#entry = { mtime: new Date(content.course.updated_at) }
  }

  text(path: string, text: string): void {
    this.#zip.addBuffer(Buffer.from(text), path, this.#entry)
  }

  /** A file as it is: films and pictures are packed already. */
  file(path: string, file: ContentFile): void {
    const options = { ...this.#entry, compress: false, size: file.size }
    this.#zip.addReadStreamLazy(path, options, take =>
      take(null, Readable.from(this.#content.bytesOf(file), { objectMode: false })),
    )
  }

  /** The stream of what `write` adds; an error of it is one of the stream. */
  streamOf(write: () => Promise<void>): NodeJS.ReadableStream {
    const { outputStream } = this.#zip
    this.#zip.on('error', error => outputStream.emit('error', error))
    write().then(
      () => this.#zip.end(),
      error => outputStream.emit('error', error),
    )
    return outputStream
  }
}
