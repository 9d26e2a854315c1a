// What is wrong with a part of a package, as a sentence of its report.
import type { Refused } from '@lms/contract'
import type { z } from 'zod'

export const refusalText = ({ message, details }: Refused): string =>
  [message, ...(details ?? []).map(detail => detail.message)].join(' ')

export const firstIssue = ({ issues: [issue] }: z.ZodError): string =>
  `${issue!.path.map(String).join('.')}${issue!.path.length ? ': ' : ''}${issue!.message}`
