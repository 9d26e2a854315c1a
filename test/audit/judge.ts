// What a report of `npm audit --json` means.

/** A known flaw that is accepted for a while, in deploy/audit-exceptions.json. */
export interface AuditException {
  /** `GHSA-…` */
  advisory: string
  package: string
  /** The last day (UTC) on which it is accepted: `2027-01-31`. */
  until: string
  reason: string
}

export type Verdict =
  /** The registry gave no answer: nothing is known. */
  | { outcome: 'unreachable'; why: string }
  | { outcome: 'found'; lines: string[] }
  | { outcome: 'clean'; accepted: number }

interface Advisory {
  name: string
  title: string
  url: string
  severity: string
}
interface Report {
  message?: string
  error?: { summary?: string }
  vulnerabilities?: Record<string, { via: (string | Advisory)[] }>
}

/** The verdict on the report's text; `today` is a day like `2027-01-31`. An exception that has ended, or fits nothing, is found, too. */
export function judgeAudit(text: string, exceptions: readonly AuditException[], today: string): Verdict {
  const report = parse(text)
  if (!report?.vulnerabilities)
    return { outcome: 'unreachable', why: report?.message ?? report?.error?.summary ?? 'no report' }
  const advisories = new Map<string, Advisory>()
  for (const { via } of Object.values(report.vulnerabilities))
    for (const each of via) if (typeof each === 'object') advisories.set(`${each.url} ${each.name}`, each)
  const excused = ({ url, name }: Advisory) =>
    exceptions.find(({ advisory, package: of }) => url.endsWith(`/${advisory}`) && of === name)
  const lines = [
    ...[...advisories.values()]
      .filter(advisory => !((excused(advisory)?.until ?? '') >= today))
      .map(advisory => {
        const until = excused(advisory)?.until
        const { name, severity, title, url } = advisory
        return `${name} (${severity}): ${title} ${url}${until ? `; accepted until ${until} only` : ''}`
      }),
    ...exceptions
      .filter(exception => ![...advisories.values()].some(advisory => excused(advisory) === exception))
      .map(
        ({ advisory, package: of }) =>
          `${of}: the exception for ${advisory} fits nothing any more; remove it`,
      ),
  ]
  return lines.length ? { outcome: 'found', lines } : { outcome: 'clean', accepted: exceptions.length }
}

function parse(text: string): Report | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
