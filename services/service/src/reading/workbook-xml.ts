// A parser for parts of workbooks, in the thread: what is not well-formed, or beyond the bounds of XML, is refused.
import { ArchiveRefused } from '@lms/archive/refused'
import { boundedParser } from '@lms/archive/xml'

/** `what` begins the refusal. */
export const strictParser = (what: string) =>
  boundedParser(why => new ArchiveRefused(`${what} of the workbook ${why}.`))

/** The name without its prefix. */
export const localOf = (name: string) => name.slice(name.indexOf(':') + 1)
