// What is used of the library, which has no types of its own.
declare module 'mailparser' {
  export interface ParsedMail {
    attachments: { contentType: string; content: Buffer; filename?: string }[]
    headers: Map<string, unknown>
    from?: { text: string; value: { address?: string }[] }
    to?: { text: string } | { text: string }[]
    html?: string | false
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
