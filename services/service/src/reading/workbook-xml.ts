// A parser for parts of workbooks: what is not well-formed, and document types with entities of their own, are refused.
import { ArchiveRefused } from '@lms/archive'
import { SaxesParser } from 'saxes'

/** `what` begins the refusal. */
export function strictParser(what: string): SaxesParser {
  const parser = new SaxesParser({ position: false })
  parser.on('error', error => {
    throw new ArchiveRefused(`${what} of the workbook cannot be read: ${error.message.slice(0, 200)}`)
  })
  parser.on('doctype', () => {
    throw new ArchiveRefused(`${what} of the workbook have a document type declaration.`)
  })
  return parser
}

/** The name without its prefix. */
export const localOf = (name: string) => name.slice(name.indexOf(':') + 1)
