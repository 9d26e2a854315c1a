// The rules with short times, so that a test of each takes seconds. What is compared stays as it is, but for these numbers,
// which a test could not reach in seconds.
const numbers: readonly (readonly [from: string, to: string])[] = [
  // Messages and events that wait.
  ['lms_journal_behind_messages) > 5000', 'lms_journal_behind_messages) > 2'],
  ['(lms_reaction_events) > 1000', '(lms_reaction_events) > 2'],
  // Seconds until a first attempt.
  ['{le="60"}', '{le="1"}'],
  // The disk that the test fills is in memory.
  ['tmpfs|', ''],
]
const times: readonly (readonly [from: RegExp, to: string])[] = [
  [/for: \d+[mh]/g, 'for: 1s'],
  [/\[(5|10)m\]/g, '[10s]'],
  [/\[(30m|1h|6h)\]/g, '[15s]'],
  [/offset 1h/g, 'offset 15s'],
]

export function shortRules(text: string): string {
  const reached = numbers.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`alerts.yml has no ${from}.`)
    return changed.replaceAll(from, to)
  }, text)
  return times.reduce((changed, [from, to]) => changed.replace(from, to), reached)
}
