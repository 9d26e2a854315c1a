// An answer in another form than JSON, such as a calendar or a PDF.

/** What a handler returns in place of the JSON that its operation declares. */
export class DocumentAnswer {
  readonly type: string
  readonly content: Buffer
  /** The name under which a client saves it. */
  readonly name: string
  constructor(type: string, content: string | Buffer, name: string) {
    this.type = type
    this.content = Buffer.from(content)
    this.name = name
  }
}
