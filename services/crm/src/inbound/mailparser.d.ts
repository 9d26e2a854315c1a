// What is used of the library, which has no types of its own.
declare module 'mailparser' {
  export interface ParsedMail {
    attachments: { contentType: string; content: Buffer }[]
    headers: Map<string, unknown>
    from?: { value: { address?: string }[] }
    subject?: string
    text?: string
    messageId?: string
    date?: Date
  }
  export function simpleParser(
    source: Buffer,
    options: Readonly<Record<string, boolean | number>>,
  ): Promise<ParsedMail>
}
